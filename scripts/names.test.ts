import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { beginsWithSpanishVerb, functionNames, isJoinedInSpanish } from './lib/function-names.mjs'

const root = path.resolve(import.meta.dirname, '..')

/** Names that begin with a Spanish verb and stay, each with its reason. */
const STAYS = new Map([
  ['NoFuiYo', 'the page is called by the words of its link, «No fui yo»'],
  ['noFuiYo', 'the same page in the list of routes'],
])

/** Every source of ours that git knows or would know. */
function sources(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(path.join(root, file)))
}

describe('names of functions', async () => {
  const named = new Map<string, Set<string>>()
  for (const file of sources()) {
    for (const name of functionNames(file, await readFile(path.join(root, file), 'utf8')))
      named.set(name, (named.get(name) ?? new Set()).add(file))
  }
  const where = (wrong: (name: string) => boolean) =>
    [...named].filter(([name]) => wrong(name)).map(([name, files]) => `${name} in ${[...files].join(', ')}`)

  it('are all seen', () => {
    expect(named.size).toBeGreaterThan(2_000)
    expect([...STAYS.keys()].filter((name) => !named.has(name))).toEqual([])
  })

  it('begin with no Spanish verb', () => {
    expect(where((name) => !STAYS.has(name) && beginsWithSpanishVerb(name))).toEqual([])
  })

  it('are not held together by Spanish words', () => {
    expect(where(isJoinedInSpanish)).toEqual([])
  })

  it('are found wherever a function gets one', () => {
    const source = `
      function borrar() {}
      export const guardar = () => {}
      const enviar = useEnviar()
      const elegir = useCallback(() => {}, [])
      type Props = { onElegir: () => void; abrir?: (() => void) | null; cerrar(): void }
      class Cola { vaciar() {} llenar = () => {} }
      const door = { entrar() {}, salir: () => {} }
      const list = ({ ver }: Props, pedir: () => void) => <Boton onPulsar={pedir} />
      const enviado = 1`
    expect(functionNames('x.tsx', source)).toEqual([
      ...['borrar', 'guardar', 'enviar', 'elegir', 'onElegir', 'abrir', 'cerrar', 'vaciar', 'llenar'],
      ...['entrar', 'salir', 'list', 'pedir'],
    ])
  })

  it.each([
    ...['borrarLibro', 'useGuardarSala', 'onElegir', 'Escribir', 'hayPin', 'esLenta', 'irA', 'noSeAbrio'],
    ...['Llevarme', 'Compartiendo', 'pedirCódigo', 'leer', 'ver', 'alTerminar', 'deshacer', 'yaNoExiste'],
  ])('%s begins with a Spanish verb', (name) => {
    expect(beginsWithSpanishVerb(name)).toBe(true)
  })

  it.each([
    ...[
      'deleteLibro',
      'useSala',
      'onChoose',
      'Avatar',
      'clear',
      'appear',
      'useCharla',
      'parse',
      'enter',
      'user',
    ],
    ...[
      'render',
      'nombreOf',
      'Bienestar',
      'isNacional',
      'lugar',
      'Perfil',
      'sidebar',
      'answerTo',
      'star',
      'reverse',
    ],
  ])('%s does not', (name) => {
    expect(beginsWithSpanishVerb(name)).toBe(false)
  })
})

describe('a name that is held together by Spanish words', () => {
  it.each(['nombreDelDia', 'HistoriaPorLeer', 'fechaDeHoy', 'unMundo', 'sinSesion'])('%s is one', (name) => {
    expect(isJoinedInSpanish(name)).toBe(true)
  })
  it.each(['nombreOfDia', 'detail', 'enLarge', 'deletion', 'unblock', 'condition', 'dedupe'])(
    '%s is none',
    (name) => {
      expect(isJoinedInSpanish(name)).toBe(false)
    },
  )
})

describe('the glossary', async () => {
  const glossary = await readFile(path.join(root, 'docs/glossary.md'), 'utf8')
  const folder = path.join(root, 'supabase/migrations')
  const tables = new Set<string>()
  for (const file of await readdir(folder)) {
    const sql = await readFile(path.join(folder, file), 'utf8')
    for (const [, name] of sql.matchAll(/^create table (?:if not exists )?(?:\w+\.)?"?([\wñ]+)"?/gm))
      if (name) tables.add(name)
  }
  const [vocabulary = '', section = ''] = glossary.split('## The tables')
  const explained = [...section.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name]) => name)

  it('explains every table', () => {
    expect(tables.size).toBeGreaterThan(40)
    expect([...tables].filter((table) => !explained.includes(table))).toEqual([])
  })

  it('explains nothing that is not there', () => {
    expect(explained.filter((table) => !tables.has(table!))).toEqual([])
  })

  it('has one line for each word', () => {
    const words = [...vocabulary.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, word]) => word)
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })
})
