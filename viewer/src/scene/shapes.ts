// Shapes of bodies. Results hold no drawings, so these are sketches: true in wheel radius, gauge, wheelbase and place.
import * as THREE from 'three';
import type { Body } from './vehicle';

export interface Materials {
  steel: THREE.Material;
  tread: THREE.Material;
  mark: THREE.Material;
  frame: THREE.Material;
  car: THREE.Material;
  edge: THREE.LineBasicMaterial;
}

export function makeMaterials(dark: boolean): Materials {
  const lambert = (color: number, more = {}) => new THREE.MeshLambertMaterial({ color, ...more });
  return {
    steel: lambert(dark ? 0x8d99a6 : 0x6f7c8a),
    tread: lambert(dark ? 0xb9c4cf : 0x98a4b0),
    mark: lambert(0xd55e00),
    frame: lambert(dark ? 0x2f9e7c : 0x00795a),
    car: lambert(dark ? 0x4b86b4 : 0x5b9bd0, { transparent: true, opacity: 0.28, depthWrite: false, side: THREE.DoubleSide }),
    edge: new THREE.LineBasicMaterial({ color: dark ? 0x9cc7e8 : 0x14537d }),
  };
}

function box(w: number, d: number, hh: number, x: number, y: number, z: number, material: THREE.Material): THREE.Mesh {
  const mesh = new THREE.Mesh(new THREE.BoxGeometry(w, d, hh), material);
  mesh.position.set(x, y, z);
  return mesh;
}

// Turned about the axle: tread with a slight cone, flange on the inside. `side` +1 left, -1 right.
function wheel(radius: number, side: number, half: number, m: Materials): THREE.Group {
  const outline = [
    [0.09, -0.04], [radius * 0.32, -0.05], [radius * 0.8, -0.03], [radius - 0.05, -0.065], [radius + 0.028, -0.062],
    [radius + 0.028, -0.05], [radius + 0.004, -0.035], [radius, 0], [radius - 0.004, 0.07], [radius - 0.06, 0.07],
    [radius * 0.8, 0.01], [radius * 0.32, 0.06], [0.09, 0.05],
  ];
  const lathe = new THREE.LatheGeometry(outline.map(([r, y]) => new THREE.Vector2(r, y)), 48);
  const disc = new THREE.Mesh(lathe, m.tread);
  disc.scale.y = side; // the lathe turns about y, which is the axle; mirrored for the right wheel
  const group = new THREE.Group();
  group.add(disc);
  for (const angle of [0, Math.PI / 2, Math.PI, 1.5 * Math.PI]) {
    const spot = box(0.05, 0.03, radius * 0.34, Math.sin(angle) * radius * 0.56, side * 0.03, Math.cos(angle) * radius * 0.56, m.mark);
    spot.rotation.y = angle;
    group.add(spot);
  }
  group.position.y = side * half;
  return group;
}

function makeWheelset(body: Body, contactDistance: number, m: Materials): THREE.Group {
  const group = new THREE.Group();
  const axle = new THREE.Mesh(new THREE.CylinderGeometry(0.085, 0.085, contactDistance + 0.5, 24), m.steel);
  const radius = Number.isFinite(body.radius) ? body.radius : 0.46;
  group.add(axle, wheel(radius, 1, contactDistance / 2, m), wheel(radius, -1, contactDistance / 2, m));
  return group;
}

function makeBogie(body: Body, m: Materials): THREE.Group {
  const group = new THREE.Group();
  const from = body.span[0] - 0.35;
  const length = body.span[1] - body.span[0] + 0.7;
  for (const side of [1, -1]) group.add(box(length, 0.16, 0.2, from + length / 2, side * 1.0, 0.05, m.frame));
  group.add(box(0.4, 2.0, 0.16, (body.span[0] + body.span[1]) / 2, 0, 0.05, m.frame));
  return group;
}

function makeCar(body: Body, m: Materials): THREE.Group {
  const over = body.span[1] - body.span[0] > 6 ? 3.2 : 1.2;
  const length = body.span[1] - body.span[0] + 2 * over;
  const middle = (body.span[0] + body.span[1]) / 2;
  const bottom = 1.05 - body.z;
  const height = 2.75;
  const shape = new THREE.Shape();
  const w = 1.42;
  shape.moveTo(-w, 0).lineTo(w, 0).lineTo(w, height - 0.55);
  shape.bezierCurveTo(w, height - 0.1, 0.9, height, 0, height);
  shape.bezierCurveTo(-0.9, height, -w, height - 0.1, -w, height - 0.55);
  const geometry = new THREE.ExtrudeGeometry(shape, { depth: length, bevelEnabled: false, curveSegments: 8 });
  // The section lies in the plane of y and z, the length along x.
  geometry.applyMatrix4(new THREE.Matrix4().makeBasis(new THREE.Vector3(0, 1, 0), new THREE.Vector3(0, 0, 1), new THREE.Vector3(1, 0, 0)));
  geometry.translate(middle - length / 2, 0, bottom);
  const group = new THREE.Group();
  group.add(new THREE.Mesh(geometry, m.car), new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 30), m.edge));
  return group;
}

export function makeShape(body: Body, contactDistance: number, m: Materials): THREE.Group {
  if (body.role === 'wheelset') return makeWheelset(body, contactDistance, m);
  if (body.role === 'bogie') return makeBogie(body, m);
  if (body.role === 'car') return makeCar(body, m);
  const size = Math.min(1.2, Math.max(0.15, Math.cbrt((Number.isFinite(body.mass) ? body.mass : 100) / 3000)));
  const group = new THREE.Group();
  group.add(box(size, size, size, 0, 0, 0, m.frame));
  return group;
}

export function dispose(root: THREE.Object3D): void {
  root.traverse((object) => {
    const shared = object instanceof THREE.InstancedMesh; // the sleepers are moved, not made anew
    if (!shared && (object instanceof THREE.Mesh || object instanceof THREE.LineSegments)) object.geometry.dispose();
  });
}
