// Shapes of bodies. Results hold no drawings, so these are sketches: true in wheel radius and profile, gauge, wheelbase and position.
import * as THREE from 'three';
import { overhang, type Body } from './vehicle';

export interface Materials {
  steel: THREE.Material;
  tread: THREE.Material;
  mark: THREE.Material;
  frame: THREE.Material;
  car: THREE.Material;
  roof: THREE.Material;
  stripe: THREE.Material;
  glass: THREE.Material;
  headlight: THREE.Material;
  taillight: THREE.Material;
  spring: THREE.Material;
  damper: THREE.Material;
  edge: THREE.LineBasicMaterial;
}

// A ghost is another run: one pale colour, seen through. `edges`: the outline alone, as for the position at rest.
export function makeMaterials(dark: boolean, as: 'solid' | 'ghost' | 'edges' = 'solid'): Materials {
  if (as === 'edges') {
    const none = new THREE.MeshBasicMaterial({ visible: false });
    const edge = new THREE.LineBasicMaterial({ color: dark ? 0xffb36b : 0xb04f00 });
    return { steel: none, tread: none, mark: none, frame: none, car: none, roof: none, stripe: none, glass: none, headlight: none, taillight: none, spring: none, damper: none, edge };
  }
  if (as === 'ghost') {
    const pale = new THREE.MeshLambertMaterial({ color: dark ? 0xffb36b : 0xc05a00, transparent: true, opacity: dark ? 0.34 : 0.3, depthWrite: false, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 8 }); // hidden where both runs are the same
    const edge = new THREE.LineBasicMaterial({ color: dark ? 0xffb36b : 0xa34a00, transparent: true, opacity: 0.75 });
    return { steel: pale, tread: pale, mark: pale, frame: pale, car: pale, roof: pale, stripe: pale, glass: pale, headlight: pale, taillight: pale, spring: pale, damper: pale, edge };
  }
  const lambert = (light: number, night: number, more = {}) => new THREE.MeshLambertMaterial({ color: dark ? night : light, ...more });
  return {
    steel: lambert(0x6f7c8a, 0x8d99a6),
    tread: lambert(0x98a4b0, 0xb9c4cf),
    mark: lambert(0xd55e00, 0xe0762a),
    frame: lambert(0x5b6b7b, 0x7d8c9c),
    car: lambert(0x3d7fb8, 0x4a8cc4),
    roof: lambert(0xaab4be, 0x93a0ad),
    stripe: lambert(0xf1f4f7, 0xe2e8ee),
    glass: lambert(0x22303c, 0x0f161d),
    headlight: new THREE.MeshBasicMaterial({ color: 0xfff3c4 }),
    taillight: new THREE.MeshBasicMaterial({ color: 0xd32f2f }),
    spring: lambert(0xb07a00, 0xf0c23c),
    damper: lambert(0x00795a, 0x35b48d),
    edge: new THREE.LineBasicMaterial({ color: dark ? 0x0c1116 : 0x1f3c55 }),
  };
}

function box(w: number, d: number, hh: number, x: number, y: number, z: number, material: THREE.Material): THREE.Mesh {
  const mesh = new THREE.Mesh(new THREE.BoxGeometry(w, d, hh), material);
  mesh.position.set(x, y, z);
  return mesh;
}

// A wheel's outline from the flange to the outer face: radius, and distance outward from the contact circle.
export type WheelOutline = [number, number][];

function sketchOutline(radius: number): WheelOutline {
  return [[radius - 0.02, -0.068], [radius + 0.02, -0.066], [radius + 0.028, -0.058], [radius + 0.024, -0.048], [radius + 0.006, -0.036], [radius + 0.001, -0.02], [radius, 0], [radius - 0.004, 0.06]];
}

// Turned about the axle. `side` +1 left, -1 right; half: of the distance between the contact circles.
function makeWheel(radius: number, side: number, half: number, tread: WheelOutline, m: Materials): THREE.Group {
  const [inner, outer] = [tread[0]![1], tread[tread.length - 1]![1]];
  const rim = radius - 0.075;
  const outline: WheelOutline = [
    [0.09, -0.07], [0.15, -0.07], [0.17, -0.03], [rim * 0.9, 0.0], [rim, inner + 0.005], [tread[0]![0], inner], ...tread,
    [tread[tread.length - 1]![0] - 0.004, outer + 0.003], [rim, outer], [rim * 0.9, 0.025], [0.17, 0.02], [0.15, 0.08], [0.09, 0.08],
  ];
  const points = outline.map(([r, y]) => new THREE.Vector2(Math.max(0.01, r), side * y));
  if (side < 0) points.reverse(); // faces look outward on both sides
  const group = new THREE.Group();
  group.add(new THREE.Mesh(new THREE.LatheGeometry(points, 40), m.tread));
  for (const angle of [0, Math.PI / 2, Math.PI, 1.5 * Math.PI]) {
    const spot = box(0.045, 0.02, radius * 0.34, Math.sin(angle) * radius * 0.55, side * 0.03, Math.cos(angle) * radius * 0.55, m.mark);
    spot.rotation.y = angle;
    group.add(spot);
  }
  group.position.y = side * half;
  return group;
}

// What spins, and what does not: the axleboxes.
export function makeWheelset(body: Body, contactDistance: number, outlines: (WheelOutline | null)[], m: Materials): { spinning: THREE.Group; still: THREE.Group } {
  const spinning = new THREE.Group();
  const radius = Number.isFinite(body.radius) ? body.radius : 0.46;
  const axle = new THREE.Mesh(new THREE.CylinderGeometry(0.085, 0.085, contactDistance + 0.5, 20), m.steel);
  spinning.add(axle);
  [1, -1].forEach((side, i) => spinning.add(makeWheel(radius, side, contactDistance / 2, outlines[i] ?? sketchOutline(radius), m)));
  const still = new THREE.Group();
  for (const side of [1, -1]) still.add(box(0.3, 0.2, 0.24, 0, side * (contactDistance / 2 + 0.25), 0, m.frame));
  return { spinning, still };
}

// Side beams that drop between the axles, cross beams; a side frame (beside the middle) is one beam.
function makeBogie(body: Body, m: Materials): THREE.Group {
  const group = new THREE.Group();
  const [from, to] = [body.span[0] - 0.32, body.span[1] + 0.32];
  const middle = (from + to) / 2;
  const high = 0.62 - Math.min(0.2, Math.max(0, body.z - 0.6)) - (body.z - 0.46); // above the springs of an axle at some 0.46 m
  const top = Math.max(0.12, high - 0.2);
  const beam = new THREE.Shape();
  const wheelbase = body.span[1] - body.span[0];
  const drop = 0.3 * wheelbase;
  beam.moveTo(from, top + 0.14).lineTo(to, top + 0.14).lineTo(to, top).lineTo(middle + drop, top).lineTo(middle + 0.6 * drop, top - 0.2);
  beam.lineTo(middle - 0.6 * drop, top - 0.2).lineTo(middle - drop, top).lineTo(from, top);
  const width = 0.16;
  const geometry = new THREE.ExtrudeGeometry(beam, { depth: width, bevelEnabled: false });
  geometry.rotateX(Math.PI / 2).translate(0, width / 2, 0); // drawn in x and z, thick in y
  const isSideFrame = Math.abs(body.y) > 0.3;
  for (const y of isSideFrame ? [0] : [1.0, -1.0]) {
    const mesh = new THREE.Mesh(geometry, m.frame);
    const lines = new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 30), m.edge);
    mesh.position.y = lines.position.y = y;
    group.add(mesh, lines);
  }
  if (!isSideFrame) {
    for (const x of [middle - 0.28, middle + 0.28]) group.add(box(0.18, 2.0, 0.18, x, 0, top - 0.06, m.frame));
    for (const x of [from + 0.05, to - 0.05]) group.add(box(0.1, 2.0, 0.1, x, 0, top + 0.07, m.frame));
  }
  return group;
}

type CarKind = 'coach' | 'wagon' | 'locomotive';

function chooseKind(vehicle: string, length: number): CarKind {
  if (/freight|wagon|hopper|tank|hsfv|goods/i.test(vehicle) || length < 11) return 'wagon';
  return /loco|bo-?bo|co-?co/i.test(vehicle) ? 'locomotive' : 'coach';
}

function makeShell(length: number, from: number, bottom: number, height: number, w: number): THREE.BufferGeometry {
  const shape = new THREE.Shape();
  shape.moveTo(-w + 0.12, 0).lineTo(w - 0.12, 0).lineTo(w, 0.3).lineTo(w, height - 0.55);
  shape.bezierCurveTo(w, height - 0.1, 0.9, height, 0, height);
  shape.bezierCurveTo(-0.9, height, -w, height - 0.1, -w, height - 0.55);
  shape.lineTo(-w, 0.3);
  const geometry = new THREE.ExtrudeGeometry(shape, { depth: length, bevelEnabled: false, curveSegments: 8 });
  // The section lies in the plane of y and z, the length along x.
  geometry.applyMatrix4(new THREE.Matrix4().makeBasis(new THREE.Vector3(0, 1, 0), new THREE.Vector3(0, 0, 1), new THREE.Vector3(1, 0, 0)));
  return geometry.translate(from, 0, bottom);
}

function addWindows(group: THREE.Group, kind: CarKind, from: number, length: number, bottom: number, w: number, m: Materials): void {
  const door = 0.85;
  for (const side of [1, -1]) {
    const wall = side * (w + 0.008);
    group.add(box(length - 0.1, 0.012, 0.1, from + length / 2, wall, bottom + 0.62, m.stripe));
    if (kind === 'locomotive') {
      for (const x of [from + 1.5, from + length - 1.5]) group.add(box(0.7, 0.02, 0.65, x, wall, bottom + 1.75, m.glass));
      for (let k = 0; k < 5; k++) group.add(box(1.1, 0.02, 0.4, from + length / 2 + (k - 2) * 1.6, wall, bottom + 1.95, m.roof));
      continue;
    }
    for (const x of [from + 1.0, from + length - 1.0]) {
      group.add(box(door, 0.016, 1.95, x, wall, bottom + 1.15, m.stripe));
      group.add(box(door * 0.6, 0.024, 0.7, x, wall, bottom + 1.6, m.glass));
    }
    const free = length - 4.2;
    const count = Math.max(1, Math.round(free / 2.0));
    for (let i = 0; i < count; i++) group.add(box((free / count) * 0.72, 0.02, 0.8, from + 2.1 + ((i + 0.5) * free) / count, wall, bottom + 1.5, m.glass));
  }
}

// Windscreen and lamps: white ahead, red behind, so that the direction of travel is seen.
function addEnds(group: THREE.Group, from: number, length: number, bottom: number, m: Materials): void {
  for (const [x, lamp] of [[from + length + 0.01, m.headlight], [from - 0.01, m.taillight]] as [number, THREE.Material][]) {
    group.add(box(0.02, 1.9, 0.75, x, 0, bottom + 1.75, m.glass));
    group.add(box(0.015, 2.3, 0.1, x, 0, bottom + 0.62, m.stripe));
    for (const y of [0.95, -0.95]) group.add(box(0.04, 0.24, 0.16, x, y, bottom + 0.9, lamp));
    group.add(box(0.35, 0.35, 0.22, x, 0, bottom - 0.05, m.steel)); // coupler
  }
}

function makeCar(body: Body, vehicle: string, m: Materials): THREE.Group {
  const over = overhang(body);
  const length = body.span[1] - body.span[0] + 2 * over;
  const from = body.span[0] - over;
  const bottom = 1.12 - body.z;
  const kind = chooseKind(vehicle, length);
  const height = kind === 'wagon' ? 2.1 : 2.72;
  const w = 1.42;
  const group = new THREE.Group();
  if (kind === 'wagon') {
    const tub = box(length, 2 * w, height - 0.2, from + length / 2, 0, bottom + height / 2 + 0.1, m.car);
    const lines = new THREE.LineSegments(new THREE.EdgesGeometry(tub.geometry), m.edge);
    lines.position.copy(tub.position);
    group.add(tub, lines);
    for (const [x, lamp] of [[from + length + 0.02, m.headlight], [from - 0.02, m.taillight]] as [number, THREE.Material][])
      for (const y of [1.1, -1.1]) group.add(box(0.04, 0.2, 0.2, x, y, bottom + 0.5, lamp));
    for (let x = from + 0.5; x < from + length; x += 1.4) for (const side of [1, -1]) group.add(box(0.1, 0.08, height - 0.2, x, side * (w + 0.04), bottom + height / 2 + 0.1, m.roof));
  } else {
    const shell = makeShell(length, from, bottom, height, w);
    group.add(new THREE.Mesh(shell, m.car), new THREE.LineSegments(new THREE.EdgesGeometry(shell, 25), m.edge));
    group.add(new THREE.Mesh(makeShell(length - 0.3, from + 0.15, bottom + 2.18, 0.57, 1.1), m.roof));
    addWindows(group, kind, from, length, bottom, w, m);
    addEnds(group, from, length, bottom, m);
  }
  const sole = kind === 'wagon' ? 0.36 : 0.2; // up to the floor
  for (const side of [1, -1]) group.add(box(length, 0.12, sole, from + length / 2, side * (w - 0.25), bottom - 0.16 + sole / 2, m.frame)); // sole bars
  return group;
}

export function makeShape(body: Body, vehicle: string, m: Materials): THREE.Group {
  if (body.role === 'bogie') return makeBogie(body, m);
  if (body.role === 'car') return makeCar(body, vehicle, m);
  const group = new THREE.Group();
  if (/bolster/i.test(body.name)) {
    group.add(box(0.36, 2.1, 0.22, 0, 0, 0, m.frame));
    return group;
  }
  const size = Math.min(0.9, Math.max(0.15, Math.cbrt((Number.isFinite(body.mass) ? body.mass : 100) / 5000)));
  group.add(box(size, size, size, 0, 0, 0, m.frame));
  return group;
}

export function dispose(root: THREE.Object3D): void {
  root.traverse((object) => {
    const shared = object instanceof THREE.InstancedMesh; // the sleepers are moved, not made anew
    if (!shared && (object instanceof THREE.Mesh || object instanceof THREE.LineSegments)) object.geometry.dispose();
  });
}
