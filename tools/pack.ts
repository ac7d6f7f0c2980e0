import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { type Pack, pack as tar } from 'tar-stream'
import { build, COMMANDS, FOR_TESTS } from './lib/build.ts'
import { RELEASE_FILE, releaseOf } from './lib/release.ts'
import { root } from './lib/run.ts'

/** Folders and files that serve as they are. */
const WHOLE = [
  ...['app/dist', 'server/dist', 'server/platform', 'server/package.json', 'tools/run.mjs'],
  ...['supabase/config.toml', 'supabase/seed.sql', 'supabase/demo.sql'],
  ...['supabase/functions', 'supabase/migrations', 'supabase/templates'],
  // What the doctor compares with what is charged.
  'app/src/lib/installation/precios.json',
  ...['deploy', 'docs', '.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md'],
]
const ONLY_FOR_TESTS = Object.keys(FOR_TESTS).map((name) => `server/dist/${name}.js`)
/** What of a package only serves its development. */
const NEEDLESS = /\.(map|d\.[cm]?ts|ts|flow)$/
/** What the server needs for other people's folders alone: the functions of this one are built before they are packed. */
const OF_OTHER_FOLDERS = /^(@esbuild\/|esbuild$)/
/** What is in it: CycloneDX, which scanners of known faults read. */
const BILL_FILE = 'sbom.cdx.json'
/** Every file is of that moment, so that the same sources make the same bytes. */
const MTIME = new Date('2026-01-01T00:00:00Z')

/**
 * Packs what was built here with the packages that it needs, and no others, for machines of this kind (operating system and processor).
 * @param folder where it goes; made if missing
 * @returns a checksum lies beside the file
 */
async function pack(folder: string): Promise<{ file: string; release: string; files: number }> {
  const release = releaseOf(root)
  const name = `amparo-${release.replace('+', '-')}-${process.platform}-${process.arch}`
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${name}.tar.gz`)
  await rm(file, { force: true })

  const archive = tar()
  const written = pipeline(archive, createGzip({ level: 6 }), createWriteStream(file))
  const said = { release, platform: process.platform, arch: process.arch, node: process.versions.node }
  const texts = {
    [RELEASE_FILE]: JSON.stringify(said, null, 2),
    'package.json': JSON.stringify(await packageOf(), null, 2),
    [BILL_FILE]: JSON.stringify(await billOfMaterials(), null, 2),
  }
  for (const [at, text] of Object.entries(texts))
    archive.entry({ name: `${name}/${at}`, mtime: MTIME }, `${text}\n`)
  const built = (await Promise.all(WHOLE.map((entry) => filesBelow(entry)))).flat()
  const paths = built.filter((found) => !ONLY_FOR_TESTS.includes(found))
  for (const found of await packages()) paths.push(...(await filesBelow(found, true)))
  for (const found of [...new Set(paths)].sort()) await add(archive, `${name}/${found}`, found)
  archive.finalize()
  await written
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  await writeFile(`${file}.sha256`, `${sum.digest('hex')}  ${path.basename(file)}\n`)
  return { file, release, files: paths.length }
}

/** Without workspaces and packages of development: nothing is left to install. */
async function packageOf() {
  const { name, version, license, description, type, engines, scripts } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  )
  const packed = Object.fromEntries(COMMANDS.map((command) => [command, scripts[command]]))
  return { name, version, private: true, license, description, type, engines, scripts: packed }
}

/**
 * The packages of the server as npm reckons them, with their licences; without the moment and the random number that would make two packs differ.
 */
async function billOfMaterials() {
  const { serialNumber: _, ...bill } = JSON.parse(
    await npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--workspace', 'server'),
  )
  delete bill.metadata.timestamp
  leaveOut(bill)
  bill.metadata.component.name = 'amparo'
  return bill
}

/** Takes what is not packed out of the bill, and whatever names it. */
function leaveOut(bill: {
  components: { name: string; 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}) {
  const left = bill.components.filter(({ name }) => OF_OTHER_FOLDERS.test(name)).map((one) => one['bom-ref'])
  const stays = (ref: string) => !left.includes(ref)
  bill.components = bill.components.filter((one) => stays(one['bom-ref']))
  bill.dependencies = bill.dependencies.filter(({ ref }) => stays(ref))
  for (const one of bill.dependencies) if (one.dependsOn) one.dependsOn = one.dependsOn.filter(stays)
}

/** @returns what npm says */
async function npm(...args: string[]): Promise<string> {
  const isWindows = process.platform === 'win32'
  const { stdout } = await promisify(execFile)(isWindows ? 'npm.cmd' : 'npm', [...args, '--loglevel=error'], {
    cwd: root,
    maxBuffer: 1 << 24,
    shell: isWindows,
  })
  return stdout
}

/** Folders of the installed packages that the server runs with, as npm itself reckons. */
async function packages() {
  const said = await npm('ls', '--omit=dev', '--workspace', 'server', '--all', '--parseable')
  const folders = said
    .split('\n')
    .filter((line) => line.includes(`node_modules${path.sep}`))
    .map((line) => path.relative(root, line).split(path.sep).join('/'))
  const own = await Promise.all(
    folders.map(async (folder) => (await lstat(path.join(root, folder))).isDirectory()),
  )
  return folders.filter(
    (folder, index) => own[index] && !OF_OTHER_FOLDERS.test(folder.split('node_modules/').at(-1) ?? ''),
  )
}

/**
 * @param entry from the root
 * @param isPackage whether its own packages, which npm names by themselves, and what only developers need, stay out
 * @returns files and links below it
 */
async function filesBelow(entry: string, isPackage: boolean = false): Promise<string[]> {
  const info = await lstat(path.join(root, entry))
  if (!info.isDirectory()) return isPackage && NEEDLESS.test(entry) ? [] : [entry]
  const names = (await readdir(path.join(root, entry))).filter(
    (name) => !(isPackage && name === 'node_modules') && !name.startsWith('.DS_Store'),
  )
  const below = await Promise.all(names.map((name) => filesBelow(`${entry}/${name}`, isPackage)))
  return below.flat().filter((found) => !(found.startsWith('server/dist/') && found.endsWith('.map')))
}

async function add(archive: Pack, name: string, from: string) {
  const at = path.join(root, from)
  const info = await lstat(at)
  if (info.isSymbolicLink()) {
    archive.entry({ name, type: 'symlink', linkname: await readlink(at), mtime: MTIME })
    return
  }
  const mode = info.mode & 0o100 ? 0o755 : 0o644
  await new Promise((resolve, reject) => {
    const entry = archive.entry({ name, size: info.size, mode, mtime: MTIME, uid: 0, gid: 0 }, (error) =>
      error ? reject(error) : resolve(undefined),
    )
    pipeline(createReadStream(at), entry).catch(reject)
  })
}

await build()
const { file, release, files } = await pack(path.resolve(process.argv[2] ?? path.join(root, 'dist')))
console.log(`Listo: ${file} (${release}, ${files} archivos)`)
