import { expect, it, vi } from 'vitest'

const { answers } = vi.hoisted(() => ({ answers: {} as Record<string, unknown> }))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../api/ask.ts', () => ({
  ask: async (query: (db: { rpc: (name: string) => unknown }) => unknown) => {
    const answer = query({ rpc: (name) => answers[name] })
    if (answer instanceof Error) throw answer
    return answer
  },
}))
const { fetchAdmin } = await import('./administracion.ts')

it.each([
  ['her roles', 'activa', ['editora'], { estado: 'activa', papeles: ['editora'] }],
  [
    'her roles, which wait for a second factor',
    'factor',
    ['soporte'],
    { estado: 'factor', papeles: ['soporte'] },
  ],
  ['nobody of the team', 'ninguna', new Error('not asked'), { estado: 'ninguna', papeles: [] }],
  // Two questions, and she is dismissed between them: the second answer is null.
  ['nobody of the team, whose role ends meanwhile', 'activa', null, { estado: 'ninguna', papeles: [] }],
  ['nothing where the second question finds no answer', 'activa', new Error('no network'), null],
])('says %s', async (_, estado_admin, mis_papeles, said) => {
  Object.assign(answers, { estado_admin, mis_papeles })
  expect(await fetchAdmin()).toEqual(said)
})
