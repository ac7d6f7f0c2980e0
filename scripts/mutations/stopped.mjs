/**
 * What goes on after she left or said «Cancelar» (docs/decisions/0322): each mend undone.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'stopped-work-is-handed-over',
    file: 'app/src/ui/transfer.ts',
    find: '        signal.throwIfAborted()\n',
    replace: '',
    test: ['app/src/ui/transfer.test.ts', 'she has stopped it'],
  },
  {
    name: 'stopped-book-stays',
    file: 'app/src/features/biblioteca/lecturas.ts',
    find: 'if (how.signal.aborted && ',
    replace: 'if (false && ',
    test: ['app/src/features/biblioteca/lecturas.test.ts', 'is not on the device'],
  },
  {
    name: 'stopped-page-is-seen-until-the-next',
    file: 'app/src/umbral/first.ts',
    find: "  page.classList.add('cubierto')\n  document.body.replaceChildren()\n",
    replace: '',
    e2e: ['e2e/umbral.spec.ts', 'the way out needs nothing'],
  },
  {
    name: 'stopped-page-waits-for-its-last-file',
    file: 'app/src/umbral/first.ts',
    find: '  if (!way) return\n',
    replace: '  if (!way || event) return\n',
    e2e: ['e2e/umbral.spec.ts', 'the way out needs nothing'],
  },
  {
    name: 'stopped-server-sends-a-page-that-its-policy-refuses',
    file: 'server/src/web/pages.ts',
    find: '.send(bodies.get(encoding))',
    replace: ".sendFile('landing.html')",
    test: ['server/src/web/pages.test.ts', 'made anew'],
  },
]
