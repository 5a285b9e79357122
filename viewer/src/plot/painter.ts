// One way to draw for the screen (canvas) and for files and print (SVG).

export interface TextStyle {
  color: string;
  size?: number;
  align?: 'start' | 'middle' | 'end';
  turned?: boolean; // a quarter turn to the left
}

export interface Painter {
  // x, y, x, y, …; a NaN in x lifts the pen.
  stroke(points: number[], color: string, width: number, dash?: number[]): void;
  polygon(points: number[], color: string): void;
  rect(x: number, y: number, w: number, h: number, color: string): void;
  dot(x: number, y: number, radius: number, color: string): void;
  text(text: string, x: number, y: number, style: TextStyle): void;
  clip(x: number, y: number, w: number, h: number, draw: () => void): void;
}

export const font = 'system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif';

export class CanvasPainter implements Painter {
  constructor(private readonly context: CanvasRenderingContext2D) {
    context.lineJoin = 'round';
  }

  stroke(points: number[], color: string, width: number, dash: number[] = []): void {
    const c = this.context;
    c.beginPath();
    let down = false;
    for (let i = 0; i + 1 < points.length; i += 2) {
      const x = points[i]!;
      if (Number.isNaN(x) || Number.isNaN(points[i + 1]!)) {
        down = false;
        continue;
      }
      if (down) c.lineTo(x, points[i + 1]!);
      else c.moveTo(x, points[i + 1]!);
      down = true;
    }
    c.strokeStyle = color;
    c.lineWidth = width;
    c.setLineDash(dash);
    c.stroke();
    c.setLineDash([]);
  }

  polygon(points: number[], color: string): void {
    const c = this.context;
    c.beginPath();
    for (let i = 0; i + 1 < points.length; i += 2) c.lineTo(points[i]!, points[i + 1]!);
    c.closePath();
    c.fillStyle = color;
    c.fill();
  }

  rect(x: number, y: number, w: number, h: number, color: string): void {
    this.context.fillStyle = color;
    this.context.fillRect(x, y, w, h);
  }

  dot(x: number, y: number, radius: number, color: string): void {
    this.context.fillStyle = color;
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fill();
  }

  text(text: string, x: number, y: number, style: TextStyle): void {
    const c = this.context;
    c.save();
    c.fillStyle = style.color;
    c.font = `${style.size ?? 12}px ${font}`;
    c.textAlign = style.align === 'middle' ? 'center' : (style.align ?? 'start');
    c.translate(x, y);
    if (style.turned) c.rotate(-Math.PI / 2);
    c.fillText(text, 0, 0);
    c.restore();
  }

  clip(x: number, y: number, w: number, h: number, draw: () => void): void {
    this.context.save();
    this.context.beginPath();
    this.context.rect(x, y, w, h);
    this.context.clip();
    draw();
    this.context.restore();
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
function escape(text: string): string {
  // Control characters are not allowed in XML at all.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"]/g, (c) => escapes[c]!);
}

const round = (v: number): string => String(Math.round(v * 100) / 100);

export class SvgPainter implements Painter {
  private parts: string[] = [];
  private clips = 0;

  // `id` keeps the clip paths of several pictures in one page apart.
  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly id = 'c',
  ) {}

  stroke(points: number[], color: string, width: number, dash: number[] = []): void {
    let path = '';
    let down = false;
    for (let i = 0; i + 1 < points.length; i += 2) {
      if (Number.isNaN(points[i]!) || Number.isNaN(points[i + 1]!)) {
        down = false;
        continue;
      }
      path += `${down ? 'L' : 'M'}${round(points[i]!)} ${round(points[i + 1]!)}`;
      down = true;
    }
    const dashed = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
    this.parts.push(`<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round"${dashed}/>`);
  }

  polygon(points: number[], color: string): void {
    const pairs: string[] = [];
    for (let i = 0; i + 1 < points.length; i += 2) pairs.push(`${round(points[i]!)},${round(points[i + 1]!)}`);
    this.parts.push(`<polygon points="${pairs.join(' ')}" fill="${color}"/>`);
  }

  rect(x: number, y: number, w: number, h: number, color: string): void {
    this.parts.push(`<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${color}"/>`);
  }

  dot(x: number, y: number, radius: number, color: string): void {
    this.parts.push(`<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="${color}"/>`);
  }

  text(text: string, x: number, y: number, style: TextStyle): void {
    const turn = style.turned ? ` transform="rotate(-90 ${round(x)} ${round(y)})"` : '';
    this.parts.push(
      `<text x="${round(x)}" y="${round(y)}" fill="${style.color}" font-size="${style.size ?? 12}" ` +
        `text-anchor="${style.align ?? 'start'}"${turn}>${escape(text)}</text>`,
    );
  }

  clip(x: number, y: number, w: number, h: number, draw: () => void): void {
    const id = `${this.id}-${this.clips++}`;
    this.parts.push(
      `<clipPath id="${id}"><rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}"/></clipPath>`,
      `<g clip-path="url(#${id})">`,
    );
    draw();
    this.parts.push('</g>');
  }

  finish(): string {
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" ` +
      `viewBox="0 0 ${this.width} ${this.height}" font-family='${font}'>\n${this.parts.join('\n')}\n</svg>\n`
    );
  }
}
