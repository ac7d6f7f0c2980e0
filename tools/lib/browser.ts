import type { SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { capture, fail, root, run } from './run.ts'

/** Chromium's headless shell: most tests need no more, and it takes little more than half the time. */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * A Chromium for the browser tests: one that is installed, else Debian's package where this machine can install it, else
 * the one that Playwright downloads.
 * @returns its path; undefined where Playwright finds its own
 */
export async function ensureBrowser(): Promise<string | undefined> {
  const found = installed()
  if (found) return found
  if (await playwrightHasOne()) return undefined
  if (hasApt()) {
    console.log('Instalando Chromium (paquete de Debian)…')
    await aptInstall('chromium')
    const debian = installed()
    if (debian) return debian
  }
  console.log('Descargando Chromium (Playwright)…')
  const code = await run(process.execPath, [playwrightCli(), 'install', 'chromium'])
  if (code !== 0) fail('No se encontró Chromium: instálalo o indica dónde está con CHROMIUM_PATH.')
  return undefined
}

/**
 * The lighter Chromium for the tests that need no window, notification or viewer of documents.
 * @param browser what `ensureBrowser` found
 * @returns its path; undefined where one was chosen by hand, Playwright brings both, or there is none
 */
export async function ensureShell(browser: string | undefined): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH || !browser) return undefined
  if (!inPath([SHELL]) && hasApt()) await aptInstall(SHELL)
  return inPath([SHELL])
}

/**
 * Letters in which emoji are drawn, for pictures that somebody looks at: without any, each is an empty box. Debian's package where this machine can
 * install it; elsewhere the system brings its own.
 */
export async function ensureEmoji() {
  if (!hasApt() || existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf')) return
  console.log('Instalando los emoji (paquete de Debian)…')
  await aptInstall('fonts-noto-color-emoji')
}

function installed(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : fail(`CHROMIUM_PATH no existe: ${given}`)
  return inPath(NAMES)
}

function hasApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** @param name of a package; where it cannot be had, nothing is installed */
async function aptInstall(name: string) {
  const quiet: SpawnOptions = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
}

function inPath(names: string[]): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name)
      if (existsSync(file)) return file
    }
  }
  return undefined
}

async function playwrightHasOne() {
  const { code, output } = await capture(process.execPath, [
    '-e',
    "import('@playwright/test').then(({chromium}) => console.log(require('fs').existsSync(chromium.executablePath())))",
  ])
  return code === 0 && output.trim() === 'true'
}

function playwrightCli() {
  return path.join(root, 'node_modules/@playwright/test/cli.js')
}
