const TIMERS = 'supabase/migrations/20261123000300_llegadas.sql'
const LAW = 'supabase/tests/sql.test.ts'
const FORMS = 'app/src/data/stale.ts'

/**
 * What she is told after an answer was lost (docs/decisions/0321): each mend undone.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'answers-an-ended-timer-counts-as-started',
    file: TIMERS,
    find: "if found and nueva.estado <> 'activa' then",
    replace: 'if false then',
    test: [LAW, 'llegadas'],
  },
  {
    name: 'answers-another-time-counts-as-hers',
    file: TIMERS,
    find: 'or (nueva.vence_en between vence - holgura and vence + holgura) is not true',
    replace: '',
    test: [LAW, 'llegadas'],
  },
  {
    name: 'answers-the-old-id-is-asked-again',
    file: 'app/src/features/seguridad/llegada/iniciar.ts',
    find: 'const id = draft.renew()',
    replace: 'const { id } = draft',
    test: ['app/src/features/seguridad/llegada/iniciar.test.ts', 'has ended since'],
  },
  {
    name: 'answers-a-second-timer-unasked',
    file: 'app/src/features/seguridad/llegada/iniciar.ts',
    find: '    if (code === RUNS_OTHERWISE) throw failure\n',
    replace: '',
    test: ['app/src/features/seguridad/llegada/iniciar.test.ts', 'presses again'],
  },
  {
    name: 'answers-a-corrected-number-is-dropped',
    file: FORMS,
    find: 'if (says(arrived)) return',
    replace: 'if (arrived) return',
    test: ['app/src/data/stale.test.ts', 'corrected since'],
  },
]
