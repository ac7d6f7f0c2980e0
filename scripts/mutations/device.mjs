/** Mends of `docs/decisions/0196` and `0197` taken back. */
const FIRME = 'app/src/data/steadySession.ts'
const DEVICE = 'server/src/auth/sessions.ts'
const DOORS = 'supabase/migrations/20261123000900_puertas.sql'
const REMINDERS = 'supabase/migrations/20261122001400_bienestar.sql'

/** @type {import('./index.mjs').Mutation[]} */
export const mutations = [
  {
    name: 'a-refusal-renews-nothing',
    file: FIRME,
    find: 'if (!(await isRefused(url, response))) return response',
    replace: 'if (url) return response',
    test: ['app/src/data/steadySession.test.ts', 'ends the session'],
  },
  {
    name: 'a-refused-renewal-ends-nothing',
    file: FIRME,
    find: 'vigia.sesion()?.refresh_token === acabada) vigia.onEnded()',
    replace: 'vigia.sesion()?.refresh_token === undefined) vigia.onEnded()',
    test: ['app/src/data/steadySession.test.ts', 'ends the session'],
  },
  {
    name: 'any-refused-renewal-ends-it',
    file: FIRME,
    find: 'if (!(await isFinal(response))) return new Response(null, { status: 503 })',
    replace: 'await isFinal(response)',
    test: ['app/src/data/steadySession.test.ts', 'no other answer'],
  },
  {
    name: 'a-cut-renewal-keeps-her-screens',
    file: FIRME,
    find: 'QUIEN.test(url) && (await isGone(response))',
    replace: 'SALIR.test(url) && (await isGone(response))',
    test: ['app/src/data/steadySession.test.ts', 'where the renewal has no answer'],
  },
  {
    name: 'a-token-that-does-not-fit-ends-it',
    file: FIRME,
    find: 'QUIEN.test(url) && (await isGone(response))',
    replace: 'QUIEN.test(url)',
    test: ['app/src/data/steadySession.test.ts', 'and nothing else does'],
  },
  {
    name: 'an-earlier-token-ends-it',
    file: FIRME,
    find: 'acabada !== undefined && vigia.sesion()?.refresh_token === acabada',
    replace: 'acabada !== undefined',
    test: ['app/src/data/steadySession.test.ts', 'earlier refresh token'],
  },
  {
    name: 'what-she-may-not-do-renews',
    file: FIRME,
    find: "return status === 401 && (code === '' || code.startsWith('PGRST30'))",
    replace: 'return status < 404',
    test: ['app/src/data/steadySession.test.ts', 'renews nothing'],
  },
  {
    name: 'an-idle-screen-never-asks',
    file: 'app/src/data/pulso.ts',
    find: 'if (now - served >= CADA_MS) ask()',
    replace: 'if (now < served) ask()',
    test: ['app/src/data/pulso.test.ts', 'is asked within a minute'],
  },
  {
    name: 'a-tap-asks-nothing',
    file: 'app/src/data/pulso.ts',
    find: 'if (now - served > USO_MS && now - asked > USO_MS) ask()',
    replace: 'if (now < served) ask()',
    test: ['app/src/data/pulso.test.ts', 'is asked by use'],
  },
  {
    name: 'nobody-asks-when-she-looks-again',
    file: 'app/src/data/pulso.ts',
    find: "if (document.visibilityState === 'visible' && Date.now() - served > PAUSA_MS) ask()",
    replace: 'if (served > Date.now()) ask()',
    test: ['app/src/data/pulso.test.ts', 'is asked at once when she looks again'],
  },
  {
    name: 'the-live-connection-says-nothing',
    file: 'app/src/data/client.ts',
    // An error and a broken connection both say it: either alone is enough.
    find: `'"status":"error"')) pulso.doubt()
      })
      this.addEventListener('close', ({ code }) => {
        sentElsewhere = code === RESTART
        if (code !== 1000 && !sentElsewhere) pulso.doubt()`,
    replace: `'"status":"error"')) console.debug(data)
      })
      this.addEventListener('close', ({ code }) => {
        sentElsewhere = code === RESTART
        if (code !== 1000 && !sentElsewhere) console.debug(code)`,
    test: ['app/src/data/client.test.ts', 'live connection'],
  },
  {
    name: 'copies-outlive-the-session',
    // The end of a session and the watch over the device both call it: either alone is enough.
    file: 'app/src/data/eraseDevice.ts',
    find: 'eraseStores({ drafts }), forgetCaches()',
    replace: 'drafts && eraseStores({ drafts }), forgetCaches()',
    e2e: ['e2e/fin.spec.ts', 'as soon as it is used'],
  },
  {
    name: 'an-end-takes-drafts-along',
    file: 'app/src/data/sessionEnd.ts',
    find: 'await eraseDevice({ tab: true, drafts: false })',
    replace: 'await eraseDevice({ tab: true, drafts: true })',
    e2e: ['e2e/fin.spec.ts', 'what she was writing'],
  },
  {
    name: 'an-end-does-not-wait-for-an-alert',
    file: 'app/src/data/sessionEnd.ts',
    find: 'if (left <= 0) return',
    replace: 'if (left <= MAXIMO_MS) return',
    e2e: ['e2e/fin.spec.ts', 'in the middle of a press'],
  },
  {
    name: 'alerts-hold-the-end-for-ever',
    file: 'app/src/data/sessionEnd.ts',
    find: 'const left = Math.min(alertaHasta, latest) - Date.now()',
    replace: 'const left = Math.max(alertaHasta, latest * 0) - Date.now()',
    test: ['app/src/data/sessionEnd.test.ts', 'however often somebody presses'],
  },
  {
    name: 'an-alert-keeps-the-screens',
    file: 'app/src/data/sessionEnd.ts',
    find: 'await alertaOver()',
    replace: 'if (alertaHasta > 0) await new Promise(() => alertaOver)',
    attack: 'device/pressing-to-stay',
  },
  {
    name: 'alerts-go-with-whoever-is-here',
    file: 'app/src/data/device.ts',
    find: 'const range = laneRange(owner, lane)',
    replace: 'const range = undefined',
    attack: 'device/carries-her-alert',
  },
  {
    name: 'a-turn-counts-for-ever',
    file: DEVICE,
    find: 'const counting = device.turned_just_now ? [device.turn, device.turn - 1] : [device.turn]',
    replace: 'const counting = Array.from({ length: device.turn + 1 }, (_, turn) => turn)',
    test: ['server/src/auth/device.test.ts', 'copied cookie'],
  },
  {
    name: 'a-mark-needs-no-turn',
    file: DEVICE,
    find: 'return counting.some((number) => equal(turnOf(device.seed, number), turn)) ? device : undefined',
    replace: 'return counting.some((number) => turn.length === number) ? undefined : device',
    test: ['server/src/auth/device.test.ts', 'made-up turn'],
  },
  {
    name: 'a-session-keeps-its-device',
    file: DEVICE,
    find: 'where id = $3 and not returned returning id',
    replace: 'where id = $3 returning id',
    test: ['server/src/auth/device.test.ts', 'without its mark'],
  },
  {
    name: 'closing-a-device-ends-one-session',
    file: DOORS,
    find: 'delete from auth.sessions s where s.user_id = quien and interno.equipo_de(s) = equipo;',
    replace: 'delete from auth.sessions s where s.user_id = quien and s.id = cual;',
    attack: 'sessions/second-session-of-the-device',
  },
  {
    name: 'anybody-closes-a-device',
    file: DOORS,
    find: 'select interno.equipo_de(una) into equipo from auth.sessions una where una.id = cual and una.user_id = quien;',
    replace: 'delete from auth.sessions s where s.id = cual;',
    attack: 'sessions/closes-hers',
  },
  {
    name: 'a-mark-is-everybodys',
    file: DOORS,
    find: 'delete from auth.sessions s where s.user_id = quien and interno.equipo_de(s) = equipo;',
    replace: 'delete from auth.sessions s where interno.equipo_de(s) = equipo;',
    attack: 'sessions/same-browser-as-hers',
  },
  {
    name: 'devices-of-everybody',
    file: DOORS,
    find: `as usada_en
    from auth.sessions s
    where (select interno.mostro_factor()) and s.user_id = auth.uid() and`,
    replace: `as usada_en
    from auth.sessions s
    where`,
    attack: 'sessions/lists-hers',
  },
  {
    name: 'reminders-outlive-the-session',
    file: 'supabase/migrations/20261123000310_recordatorios.sql',
    find: `    interno.sesion_abierta(s.user_id, s.sesion)
  from (`,
    replace: `    true
  from (`,
    attack: 'sessions/reminders-of-a-closed-phone',
  },
  {
    name: 'reminders-name-their-session',
    file: REMINDERS,
    find: 'grant select (sesion) on public.suscripciones_push to authenticated;',
    replace: 'grant select (sesion), update (sesion) on public.suscripciones_push to authenticated;',
    test: ['supabase/tests/sql.test.ts', 'reviewed'],
  },
  {
    name: 'an-ended-session-offers-no-help',
    file: 'app/src/layout/SesionTerminada.tsx',
    find: '<HelpWithoutCuenta />',
    replace: '',
    e2e: ['e2e/fin.spec.ts', 'the message to anyone carries it'],
  },
]
