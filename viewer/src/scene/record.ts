// A canvas as video, made by the browser while it plays.

const types: [string, string][] = [
  ['video/webm;codecs=vp9', 'webm'],
  ['video/webm;codecs=vp8', 'webm'],
  ['video/webm', 'webm'],
  ['video/mp4', 'mp4'], // browsers without WebM
];

function chooseType(): [string, string] | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined;
  return types.find(([type]) => MediaRecorder.isTypeSupported(type));
}

export function canRecord(): boolean {
  return chooseType() !== undefined && 'captureStream' in HTMLCanvasElement.prototype;
}

export async function recordCanvas(canvas: HTMLCanvasElement, play: () => Promise<void>): Promise<{ blob: Blob; ending: string }> {
  const choice = chooseType();
  if (!choice) throw new Error('this browser records no video');
  const [mimeType, ending] = choice;
  const stream = canvas.captureStream(30);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 8e6 });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', (event) => event.data.size > 0 && pieces.push(event.data));
  const ended = new Promise<void>((resolve, reject) => {
    recorder.addEventListener('stop', () => resolve());
    recorder.addEventListener('error', () => reject(new Error('the browser gave up recording')));
  });
  recorder.start(500);
  try {
    await play();
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
    await ended;
    for (const track of stream.getTracks()) track.stop();
  }
  return { blob: new Blob(pieces, { type: mimeType }), ending };
}
