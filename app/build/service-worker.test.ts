import type { Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { entriesOf, teamFiles } from './service-worker.ts'

const chunk = (fileName: string, imports: string[], dynamicImports: string[], ...modules: string[]) => ({
  type: 'chunk',
  fileName,
  imports,
  dynamicImports,
  moduleIds: modules.map((module) => `/app/src/${module}`),
})

it('a file is the team’s where only its screens load it', () => {
  const bundle = {
    'index.js': chunk('index.js', ['react.js'], ['Agenda.js', 'AdminLink.js', 'screens.js'], 'app/main.tsx'),
    'react.js': chunk('react.js', [], [], 'node_modules/react/index.js'),
    'Agenda.js': chunk('Agenda.js', ['shared.js'], [], 'features/agenda/Agenda.tsx'),
    'shared.js': chunk('shared.js', [], [], 'ui/Sheet.tsx', 'features/admin/piezas.ts'),
    'AdminLink.js': chunk('AdminLink.js', ['shared.js'], [], 'features/inicio/AdminLink.tsx'),
    'screens.js': chunk('screens.js', ['frame.js', 'react.js'], ['editor.js'], 'features/admin/screens.ts'),
    'frame.js': chunk('frame.js', [], [], 'components/layout/AdminPage.tsx'),
    'editor.js': chunk('editor.js', ['react.js'], [], 'node_modules/editor/index.js'),
    'app.css': { type: 'asset' },
  } as unknown as Rolldown.OutputBundle
  expect([...teamFiles(bundle)].sort()).toEqual(['AdminLink.js', 'editor.js', 'frame.js', 'screens.js'])
})

it('the list of a worker has the plain page in place of index.html, whose revision changes with any file', () => {
  const files = [
    { url: 'index.html', revision: '1', size: 1 },
    { url: 'assets/b.js', revision: null, size: 1 },
    { url: 'antes.js', revision: '1', size: 1 },
  ]
  const listOf = (of: typeof files) =>
    entriesOf(of, (file) => (file === 'antes.js' ? 'visitor' : 'rest')).map(({ size, ...entry }) => entry)
  const [antes, b, page] = listOf(files)
  expect([antes, b]).toEqual([
    { url: '/antes.js', revision: '1', group: 'visitor' },
    { url: '/assets/b.js', revision: null, group: 'rest' },
  ])
  expect(page).toEqual({ url: '/?app', revision: expect.stringMatching(/^[0-9a-f]{12}$/), group: 'page' })
  expect(listOf(files.toReversed())[2]).toEqual(page)
  for (const at of [0, 1, 2])
    expect(
      listOf(files.map((file, index) => (index === at ? { ...file, revision: '2' } : file)))[2],
    ).not.toEqual(page)
})
