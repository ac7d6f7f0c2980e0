const QUEUE = 'app/src/data/queue.test.ts'
const SPEC = 'e2e/resguardo.spec.ts'

/**
 * What somebody finds in a dialog that she left (docs/decisions/0323): each mend undone.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'dialogs-what-has-ended-is-shown',
    file: 'app/src/data/keeping.ts',
    find: 'return rows.filter((row) => !over.includes(row))',
    replace: 'return rows',
    test: [QUEUE, 'shows nothing of it'],
  },
  {
    name: 'dialogs-what-has-ended-stays-on-the-device',
    file: 'app/src/data/keeping.ts',
    find: 'if (gone.every(Boolean)) options.cut?.obeyed()',
    replace: 'options.cut?.obeyed()',
    test: [QUEUE, 'tried again'],
  },
  {
    name: 'dialogs-quick-exit-leaves-no-mark',
    file: 'app/src/lib/device/salida.ts',
    find: '    localStorage.setItem(CUT_KEY, String(Date.now()))\n',
    replace: '',
    e2e: [SPEC, 'what she was typing in a dialog'],
  },
  {
    name: 'dialogs-back-leaves-the-draft',
    file: 'app/src/data/borrador.ts',
    find: 'if (location.pathname !== room && ',
    replace: 'if (location.pathname === room && ',
    e2e: [SPEC, 'what she was typing in a dialog'],
  },
  {
    name: 'dialogs-names-lie-open',
    file: 'app/src/data/device.ts',
    find: 'if (!NAMED.has(lane) || ',
    replace: 'if (NAMED.has(lane) || ',
    e2e: [SPEC, 'what she was typing in a dialog'],
  },
]
