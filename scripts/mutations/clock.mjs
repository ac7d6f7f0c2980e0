const CLOCK = 'supabase/migrations/20261123000320_reloj.sql'
const MOVED = /** @type {[string, string]} */ (['supabase/tests/sql.test.ts', 'reloj.sql'])

/**
 * A clock that is wrong, or was moved: nobody's alarm, walk, timer or account suffers for it (record 458).
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'clock-wrong-and-accounts-are-erased-by-it',
    file: 'server/src/core/jobs.ts',
    find: '      if (!stands && job.isFinal)\n',
    replace: '      if (!stands && false)\n',
    test: ['server/src/core/jobs.test.ts', 'whose work cannot be undone wait'],
  },
  {
    name: 'clock-ahead-and-a-look-ends-every-walk',
    file: 'supabase/migrations/20261123000600_paises.sql',
    find: `  select * into camino from interno.acompanamientos a where`,
    replace: `  perform interno.olvidar_caminos();
  select * into camino from interno.acompanamientos a where`,
    test: MOVED,
  },
  {
    name: 'clock-back-and-a-walk-that-was-over-goes-on',
    file: CLOCK,
    find: 'where not c.terminado and c.empezado_en not between desde and aqui;',
    replace: `where not c.terminado and c.termina_en + salto between aqui and aqui + interval '24 hours';`,
    test: MOVED,
  },
  {
    name: 'clock-forwards-and-her-timer-calls-so-much-later',
    file: CLOCK,
    find: `and (atras or p.tipo <> 'llegada') and`,
    replace: 'and',
    test: MOVED,
  },
  {
    name: 'clock-back-and-a-timer-that-she-prolonged-calls-later',
    file: CLOCK,
    find: `where atras and l.estado = 'activa' and exists (`,
    replace: `where false and l.estado = 'activa' and exists (`,
    test: MOVED,
  },
  {
    name: 'clock-of-her-device-takes-the-pause',
    file: 'supabase/migrations/20261123000200_alarma.sql',
    find: 'then now() - (reloj - momento) else momento end',
    replace: 'then momento else momento end',
    test: ['supabase/tests/sql.test.ts', 'alertas.sql'],
  },
  {
    name: 'clock-weeks-ahead-and-one-backup-is-left',
    file: 'server/src/backup/folder.ts',
    find: 'const by = Math.min(now.getTime(), newest.getTime() + DAY_MS + AHEAD_MS)',
    replace: 'const by = now.getTime()',
    test: ['server/src/backup/folder.test.ts', 'a clock that is days ahead'],
  },
]
