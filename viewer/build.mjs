// Bundles src/ into one page without data: dist/report.html, which is checked in (docs/decisions/0008-report-page.md).
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));

function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listSources(path) : [path];
  });
}

// Of everything that the page is made from; tests/viewer/page_test.py computes it too.
function hashSources() {
  const files = [...listSources(join(root, 'src')), join(root, 'build.mjs'), join(root, 'package-lock.json')];
  const names = files.map((file) => relative(root, file).split('\\').join('/')).sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\0`).update(readFileSync(join(root, name))).update('\0');
  return hash.digest('hex');
}

const result = await build({
  entryPoints: [join(root, 'src/main.ts')],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'ascii',
  legalComments: 'inline',
  write: false,
  outdir: join(root, 'dist'),
});
const read = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
// "</script" in a string of the code would end the element.
const script = read('.js').replaceAll('</script', '<\\/script');
if (script.includes('<!--')) throw new Error('the bundle holds "<!--", which HTML reads in its own way');
const style = read('.css');
const sha = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = `default-src 'none'; script-src ${sha(script)}; style-src ${sha(style)}; img-src data: blob:; base-uri 'none'; form-action 'none'`;

const parts = { policy, style, script, sources: hashSources() };
const page = readFileSync(join(root, 'src/page.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
mkdirSync(join(root, 'dist'), { recursive: true });
const output = process.argv[2] ?? join(root, 'dist/report.html');
writeFileSync(output, page);
console.log(`${relative(process.cwd(), output)}: ${(page.length / 1000).toFixed(0)} kB`);
