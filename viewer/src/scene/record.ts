// A canvas as video. Where the browser has an encoder for single frames, the video holds each frame however slow the machine is; else the
// canvas is recorded while it plays.
import { makeWebm, type Frame } from './webm';

export const rate = 30; // frames a second

export interface Film {
  count: number;
  show(frame: number): void; // draws it
}

export interface Video {
  blob: Blob;
  ending: string;
}

const types: [string, string][] = [
  ['video/webm;codecs=vp9', 'webm'],
  ['video/webm;codecs=vp8', 'webm'],
  ['video/webm', 'webm'],
  ['video/mp4', 'mp4'], // browsers without WebM
];

function chooseType(): [string, string] | undefined {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return undefined;
  return types.find(([type]) => MediaRecorder.isTypeSupported(type));
}

export function canRecord(): boolean {
  return typeof VideoEncoder !== 'undefined' || chooseType() !== undefined;
}

export async function recordFilm(canvas: HTMLCanvasElement, film: Film, isStopped: () => boolean): Promise<Video> {
  film.show(0);
  const config: VideoEncoderConfig = { codec: 'vp8', width: canvas.width, height: canvas.height, bitrate: 8e6, framerate: rate };
  const canEncode = typeof VideoEncoder !== 'undefined' && (await VideoEncoder.isConfigSupported(config)).supported === true;
  return canEncode ? encode(canvas, film, config, isStopped) : recordWhilePlaying(canvas, film, isStopped);
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function encode(canvas: HTMLCanvasElement, film: Film, config: VideoEncoderConfig, isStopped: () => boolean): Promise<Video> {
  const frames: Frame[] = [];
  let fault: Error | null = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({ data, time: chunk.timestamp / 1000, isKey: chunk.type === 'key' });
    },
    error: (error) => (fault = error),
  });
  encoder.configure(config);
  let shown = 0;
  for (; shown < film.count && !fault && !(shown > 0 && isStopped()); shown++) {
    film.show(shown);
    const picture = new VideoFrame(canvas, { timestamp: (shown * 1e6) / rate, duration: 1e6 / rate });
    encoder.encode(picture, { keyFrame: shown % rate === 0 });
    picture.close();
    do await pause(0);
    while (encoder.encodeQueueSize > 4 && !fault);
  }
  if (!fault) await encoder.flush();
  if (fault) throw fault;
  encoder.close();
  return { blob: new Blob([makeWebm(frames, 'V_VP8', config.width, config.height, (shown * 1000) / rate)], { type: 'video/webm' }), ending: 'webm' };
}

async function recordWhilePlaying(canvas: HTMLCanvasElement, film: Film, isStopped: () => boolean): Promise<Video> {
  const choice = chooseType();
  if (!choice) throw new Error('this browser records no video');
  const [mimeType, ending] = choice;
  const stream = canvas.captureStream(rate);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 8e6 });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', (event) => event.data.size > 0 && pieces.push(event.data));
  const ended = new Promise<void>((resolve, reject) => {
    recorder.addEventListener('stop', () => resolve());
    recorder.addEventListener('error', () => reject(new Error('the browser gave up recording')));
  });
  recorder.start(500);
  const begin = performance.now();
  for (let frame = 0; frame < film.count && !isStopped(); frame = Math.ceil(((performance.now() - begin) / 1000) * rate)) {
    film.show(frame);
    await pause(1000 / rate);
  }
  if (recorder.state !== 'inactive') recorder.stop();
  await ended;
  for (const track of stream.getTracks()) track.stop();
  return { blob: new Blob(pieces, { type: mimeType }), ending };
}
