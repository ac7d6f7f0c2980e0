import { beforeEach, expect, it, vi } from 'vitest'

const { heard, said } = vi.hoisted(() => ({
  heard: { again: () => {}, of: [] as unknown[] },
  said: vi.fn(),
}))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../api/live.ts', () => ({
  watchRows: (name: string, changes: unknown, again: () => void) => {
    Object.assign(heard, { again, of: [name, changes] })
    return () => {}
  },
}))
vi.mock('../toast/toast.tsx', () => ({ toast: said }))
const { watchPapeles } = await import('./papeles.ts')
const { refused } = await import('../api/permissionSignal.ts')

type Known = NonNullable<ReturnType<Parameters<typeof watchPapeles>[2]>>
const EDITORA: Known = { estado: 'activa', papeles: ['editora'] }
const NOBODY: Known = { estado: 'ninguna', papeles: [] }
const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

beforeEach(() => said.mockReset())

it('asks no more of a service that refuses the question itself', async () => {
  let asked = 0
  const refresh = async () => {
    asked += 1
    await soon()
    // As `ask` does, where her token is not taken for hers. Without an end it would go on for as long as the page is open.
    if (asked < 50) refused.emit()
    return true
  }
  const stop = watchPapeles('eva', refresh, () => EDITORA)
  refused.emit()
  for (let turn = 0; turn < 10; turn += 1) await soon()
  expect(asked).toBe(1)
  // Whatever is refused later is a reason to ask once more.
  refused.emit()
  expect(asked).toBe(2)
  stop()
})

it('what is heard while it asks is asked once more, and an ended role is said once', async () => {
  let known = EDITORA
  let asked = 0
  const refresh = async () => {
    asked += 1
    await soon()
    known = NOBODY
    return true
  }
  const stop = watchPapeles('eva', refresh, () => known)
  // Refused what she saves, she hears in the same moment why.
  refused.emit()
  heard.again()
  heard.again()
  await vi.waitFor(() => expect(asked).toBe(2))
  for (let turn = 0; turn < 4; turn += 1) await soon()
  expect(asked).toBe(2)
  expect(said).toHaveBeenCalledTimes(1)
  expect(said).toHaveBeenCalledWith(expect.objectContaining({ title: 'Ya no eres editora del equipo' }))
  stop()
})

it('is asked again where nobody answered, until she leaves', async () => {
  vi.useFakeTimers()
  let known = EDITORA
  let asked = 0
  const refresh = async () => {
    asked += 1
    if (asked < 3) return false
    known = NOBODY
    return true
  }
  const stop = watchPapeles('eva', refresh, () => known)
  heard.again()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(3)
  expect(said).toHaveBeenCalledTimes(1)

  asked = 0
  heard.again()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(1)
  vi.useRealTimers()
})

const activa = (...papeles: Known['papeles']): Known => ({ estado: 'activa', papeles })

/** What is said to her once the database, asked again, says something else of her than before. */
async function saidOnce(before: Known | null, now: Known | null) {
  let known = before
  const stop = watchPapeles(
    'eva',
    async () => {
      known = now
      return true
    },
    () => known,
  )
  heard.again()
  // All that it does on the way to an answer is done by then.
  await new Promise(setImmediate)
  stop()
  return said.mock.calls.map(([{ title }]) => title)
}

it.each([
  ['the only one', activa('editora'), activa(), 'editora'],
  ['the last of several', activa('raíz', 'editora', 'soporte'), activa('editora'), 'soporte'],
  ['while nobody of the team is she any more', activa('soporte'), NOBODY, 'soporte'],
])('says which role has ended: %s', async (_, before, now, papel) => {
  expect(await saidOnce(before, now)).toEqual([`Ya no eres ${papel} del equipo`])
})

it.each<[string, Known | null, Known | null]>([
  ['she has those of before', activa('editora'), activa('editora')],
  ['she has one more', activa('editora'), activa('editora', 'soporte')],
  ['only the root of all has ended', activa('raíz', 'editora'), activa('editora')],
  ['nothing was known before', null, activa()],
  ['nothing is known now', activa('editora'), null],
  ['nothing was ever known', null, null],
  ['she has yet to choose a password', activa('editora'), { estado: 'clave', papeles: [] }],
  ['she has yet to give her second factor', activa('editora'), { estado: 'paso', papeles: [] }],
])('says of no role that it has ended where %s', async (_, before, now) => {
  expect(await saidOnce(before, now)).toEqual([])
})

it('says in time what becomes of what she was writing', async () => {
  await saidOnce(activa('editora'), activa())
  expect(said).toHaveBeenCalledWith({
    title: 'Ya no eres editora del equipo',
    description: 'Lo que escribías aquí ya no se guarda. Cópialo, si lo necesitas, antes de cerrarlo.',
    variant: 'destructive',
    duration: 20_000,
  })
})

it('hears of what is signalled to her alone', () => {
  watchPapeles(
    'eva',
    async () => true,
    () => NOBODY,
  )()
  expect(heard.of).toEqual(['historias', [{ table: 'senales', filter: 'user_id=eq.eva' }]])
})
