const EXHAUSTION = 'server/src/rest/exhaustion.test.ts'
const BUDGET = 'server/src/core/budget.test.ts'

/**
 * What keeps a request, or many of one member, from ending or stalling the server, and answers from revealing
 * others' rows.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'count-planned-answers-from-statistics',
    file: 'server/src/rest/read.ts',
    find: `return seesEstimates && (count === 'planned'`,
    replace: `return (count === 'planned'`,
    test: ['server/src/rest/fresh.test.ts', 'for the service key alone'],
  },
  {
    name: 'statistics-for-every-member',
    file: 'server/src/rest/index.ts',
    find: `const seesEstimates = identity.role === 'service_role'
  const { prefer`,
    replace: `const seesEstimates = true
  const { prefer`,
    test: ['supabase/tests/oraculos.test.ts', 'by reading'],
  },
  {
    name: 'answers-without-a-ceiling',
    file: 'server/src/rest/sql.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it stands so in the file
    find: "then ('${TOO_LARGE} ' || r.n)::json else r.j end",
    replace: 'then r.j else r.j end',
    test: [EXHAUSTION, 'of rows'],
  },
  {
    name: 'driver-errors-end-the-process',
    file: 'server/src/core/db.ts',
    find: '    containReader(client)\n',
    replace: '',
    test: ['server/src/core/reader.test.ts'],
  },
  {
    name: 'columns-without-a-ceiling',
    file: 'server/src/rest/plan.ts',
    find: 'timesOneColumn: 8',
    replace: 'timesOneColumn: 800',
    test: [EXHAUSTION, 'names for one column'],
  },
  {
    name: 'levels-without-a-ceiling',
    file: 'server/src/rest/plan.ts',
    find: 'if (depth > MOST.depth) throw',
    replace: 'if (depth > 50) throw',
    test: [EXHAUSTION, 'levels of embedding'],
  },
  {
    name: 'embeds-without-a-ceiling',
    file: 'server/src/rest/plan.ts',
    find: 'embeds: 16',
    replace: 'embeds: 1600',
    test: [EXHAUSTION, 'embedded resources'],
  },
  {
    name: 'searches-without-a-ceiling',
    file: 'server/src/rest/plan.ts',
    find: 'searches: 12',
    replace: 'searches: 1200',
    test: [EXHAUSTION, 'searches'],
  },
  {
    name: 'patterns-of-any-price',
    file: 'server/src/rest/plan.ts',
    find: '      assertPattern(condition)\n',
    replace: '',
    test: [EXHAUSTION, 'the pattern'],
  },
  {
    name: 'plans-of-any-price',
    file: 'server/src/rest/read.ts',
    find: 'if (cost <= this.maxCost) return heavy',
    replace: 'if (cost <= Infinity) return heavy',
    test: [EXHAUSTION, 'and beyond it is refused'],
  },
  {
    name: 'one-member-takes-every-place',
    file: 'server/src/core/turns.ts',
    find: 'if ((this.runningOf.get(who) ?? 0) >= places * this.shareOf(asker)) return false',
    replace: '',
    test: [BUDGET, 'leave places for others'],
  },
  {
    name: 'waiting-without-end',
    file: 'server/src/core/turns.ts',
    find: 'if (asker && turns.length >= this.limits.waiting * this.shareOf(asker)) throw tooMuch(1000)',
    replace: '',
    test: [BUDGET, 'waits for too many'],
  },
  {
    name: 'who-asks-most-is-served-first',
    file: 'server/src/core/turns.ts',
    find: '        this.waiting.delete(who)\n        if (queues.size > 0) this.waiting.set(who, queues)',
    replace: '        if (queues.size === 0) this.waiting.delete(who)',
    test: [BUDGET, 'go round'],
  },
  {
    name: 'nobody-stands-back-behind-a-password',
    file: 'server/src/core/turns.ts',
    find: 'this.precedence?.isOn',
    replace: 'false',
    test: [BUDGET, 'one at a time for each network'],
  },
  {
    name: 'passwords-go-first-for-ever',
    file: 'server/src/core/precedence.ts',
    find: ' && this.now() - this.began < LONGEST_MS',
    replace: '',
    test: [BUDGET, 'as always after a while'],
  },
  {
    name: 'who-stood-back-is-forgotten',
    file: 'server/src/core/precedence.ts',
    find: '      this.tell()\n    }',
    replace: '    }',
    test: [BUDGET, 'one at a time for each network'],
  },
  {
    name: 'as-many-turns-as-sessions',
    file: 'server/src/core/connectionLane.ts',
    find: 'return { who: `member $' + '{claims.sub}`, session, network, isVisitor: false }',
    replace: 'return { who: `session $' + '{session ?? claims.sub}`, network, isVisitor: false }',
    test: ['server/src/core/db.test.ts', 'one member to everybody else'],
  },
  {
    name: 'members-fill-the-places-of-the-sender',
    file: 'server/src/core/turns.ts',
    find: 'if (this.running - this.runningOfServer >= this.places - serverPlaces) return false',
    replace: '',
    test: [BUDGET, 'kept for the server'],
  },
  {
    name: 'slow-for-free',
    file: 'server/src/core/connectionLane.ts',
    find: '        if (asker) slow?.spend(asker, ms)\n',
    replace: '',
    test: [EXHAUSTION, 'waits behind herself'],
  },
  {
    name: 'nothing-is-urgent',
    file: 'server/src/rest/read.ts',
    find: `return this.isUrgent(shape) ? this.db.lane('urgent') : this.db`,
    replace: 'return this.db',
    test: [EXHAUSTION, 'waits behind herself'],
  },
  {
    name: 'broken-rules-name-values',
    file: 'server/src/rest/errors.ts',
    find: `namesRows(error) && role !== 'service_role' ? null : (error.detail ?? null)`,
    replace: 'error.detail ?? null',
    test: ['server/src/rest/write.test.ts', 'of a key that is there'],
  },
  {
    name: 'a-view-that-takes-no-writes-is-a-fault',
    file: 'server/src/rest/errors.ts',
    find: `  '55000': 405,\n`,
    replace: '',
    test: [
      'supabase/tests/puertas.test.ts',
      'asked as authenticated f0000000-0000-4000-8000-0000000000f1 no table or view fails',
    ],
  },
  {
    name: 'large-bodies-all-at-once',
    file: 'server/src/core/bodies.ts',
    find: 'await this.turns.enter(asker)',
    replace: 'void this.turns.enter(asker)',
    test: ['server/src/core/bodies.test.ts', 'leave the thread'],
  },
  {
    name: 'large-bodies-without-a-rest',
    file: 'server/src/core/bodies.ts',
    find: 'delay(took * REST)',
    replace: 'delay(0)',
    test: ['server/src/core/bodies.test.ts', 'leave the thread'],
  },
  {
    name: 'backends-in-sessions-of-full-weight',
    file: 'server/src/core/db.ts',
    find: 'await writeFile(`/proc/$' + '{processID}/autogroup`, String(niceness))',
    replace: 'await Promise.resolve()',
    test: ['server/src/core/db.test.ts', 'stand back'],
  },
  {
    name: 'large-bodies-for-nothing',
    file: 'server/src/core/bodies.ts',
    find: 'this.budget.spend(asker, took)',
    replace: '',
    test: ['server/src/core/bodies.test.ts', 'end at the budget'],
  },
  {
    name: 'long-answers-for-nothing',
    file: 'server/src/core/budget.ts',
    find: 'this.spend(asker, this.terms.freeMs + (length / 1_000_000) * ANSWERED_MS_PER_MB)',
    replace: 'void ANSWERED_MS_PER_MB',
    test: ['server/src/core/budget.test.ts', 'is spent by long answers too'],
  },
  {
    name: 'stable-functions-write',
    file: 'server/src/rest/call.ts',
    find: 'request.isReadOnly || !routine.isVolatile',
    replace: 'request.isReadOnly',
    test: ['server/src/rest/model.test.ts', 'does not write by POST'],
  },
]
