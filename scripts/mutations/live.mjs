/**
 * The mends at the live door taken back, one by one.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'deletions-heard-by-everybody',
    file: 'server/src/realtime/readers.ts',
    find: 'if not row_security_active(',
    replace: 'if true or not row_security_active(',
    test: ['server/src/realtime/changes.test.ts', 'could not have read the row'],
  },
  {
    name: 'restricting-policies-forgotten-for-deletions',
    file: 'server/src/realtime/readers.ts',
    find: `filter (where not p.polpermissive), '')`,
    replace: `filter (where false), '')`,
    test: ['server/src/realtime/changes.test.ts', 'put a deleted row to the policies'],
  },
  {
    name: 'what-is-not-known-of-a-deleted-row-is-null',
    file: 'server/src/realtime/readers.ts',
    find: 'and not sight_old ? a.attname',
    replace: 'and false',
    test: ['server/src/realtime/changes.test.ts', 'take nothing that is not known'],
  },
  {
    name: 'whole-rows-of-deleted-rows-are-known',
    file: 'server/src/realtime/readers.ts',
    find: `(pg_get_expr(p.polqual, p.polrelid) ~ '\\\\.\\\\*' or exists (`,
    replace: '(exists (',
    test: ['server/src/realtime/changes.test.ts', 'take nothing that is not known'],
  },
  {
    name: 'keys-typed-by-the-table',
    file: 'server/src/realtime/readers.ts',
    find: '$' + "{types[index] ?? 'text'};`",
    replace: '$' + '{relation}.$' + '{columns[index]}%type;`',
    test: ['server/src/realtime/changes.test.ts', 'a schema of its own'],
  },
  {
    name: 'deleted-messages-known-by-their-key-alone',
    file: 'supabase/migrations/20261122001200_comunidad.sql',
    find: 'alter table public.mensajes_sala replica identity full;',
    replace: '',
    test: ['supabase/tests/sql.test.ts', 'borrados_en_vivo'],
  },
  {
    name: 'public-channels-taken',
    file: 'server/src/realtime/channel.ts',
    find: 'if (!request.isPrivate && !service.publicChannels)',
    replace: 'if (false)',
    test: ['server/src/realtime/exhaustion.test.ts', 'public channels'],
  },
  {
    name: 'many-messages-in-one-request-count-as-one',
    file: 'server/src/realtime/http.ts',
    find: 'for (let more = 1; more < messages.length; more++) countMessage(request)',
    replace: '',
    test: ['server/src/realtime/http.test.ts', 'count each'],
  },
  {
    name: 'topics-of-nobody-stay',
    file: 'server/src/realtime/hub.ts',
    find: '    // Nobody is here who would drop it.\n    this.drop(name, topic)',
    replace: '',
    test: ['server/src/realtime/hub.test.ts', 'leaves nothing behind'],
  },
  {
    name: 'one-presence-name-for-all-channels',
    file: 'server/src/realtime/channel.ts',
    find: `JSON.stringify(['presence', this.name, userId ?? this.id])`,
    replace: `JSON.stringify(['presence', userId ?? this.id])`,
    attack: 'live doors/follow-through-circles',
  },
  {
    name: 'presence-of-any-size',
    file: 'server/src/realtime/channel.ts',
    find: 'if (bytes > this.service.limits.presenceBytes) {',
    replace: 'if (false) {',
    test: ['server/src/realtime/broadcast.test.ts', 'a kilobyte at most'],
  },
  {
    name: 'channels-cost-nothing',
    file: 'server/src/realtime/channel.ts',
    find: 'this.keep(CHANNEL_BYTES + byteLength)',
    replace: '',
    test: ['server/src/realtime/exhaustion.test.ts', 'has an end'],
  },
  {
    name: 'waiting-frames-cost-nothing',
    file: 'server/src/realtime/connection.ts',
    find: 'this.waiting >= MOST_WAITING || !this.service.ledger.charge(this, byteLength, true)',
    replace: 'this.waiting >= MOST_WAITING',
    test: ['server/src/realtime/exhaustion.test.ts', 'more than it waits for'],
  },
  {
    name: 'empty-sockets-stay',
    file: 'server/src/realtime/connection.ts',
    find: 'else if (now - (this.idleSince ?? now) > this.service.limits.idleSeconds * 1_000)',
    replace: 'else if (false)',
    test: ['server/src/realtime/exhaustion.test.ts', 'nothing is joined are closed'],
  },
  {
    name: 'sockets-outlive-their-session',
    file: 'server/src/realtime/index.ts',
    find: 'if (over.length > 0 && connection.channels.size === 0)',
    replace: 'if (false)',
    test: ['server/src/realtime/sessions.test.ts', 'everywhere cuts every socket'],
  },
  {
    name: 'members-counted-by-address',
    file: 'server/src/realtime/connection.ts',
    find: 'this.service.ledger.enter(this, `member:',
    replace: 'void String(`member:',
    test: ['server/src/realtime/exhaustion.test.ts', 'counted by member'],
  },
  {
    name: 'strangers-fill-the-live-door',
    file: 'server/src/realtime/ledger.ts',
    find: 'const STRANGERS_PART = 1 / 4',
    replace: 'const STRANGERS_PART = 1',
    test: ['server/src/realtime/ledger.test.ts', 'leaves three quarters'],
  },
  {
    name: 'urgent-waits-behind-her-other-sessions',
    file: 'server/src/core/db.ts',
    find: 'bySession: true,',
    replace: 'bySession: false,',
    test: ['server/src/core/db.test.ts', 'urgent on her own telephone'],
  },
  {
    name: 'outbox-sends-all-at-once',
    file: 'app/src/data/courier.ts',
    find: 'const AT_ONCE = 8',
    replace: 'const AT_ONCE = 99',
    test: ['app/src/data/queue.test.ts', 'at most eight at a time'],
  },
  {
    name: 'what-she-wrote-meanwhile-is-lost',
    file: 'app/src/data/queueLane.ts',
    find: 'options.arrived(answer, sent, entry) : same ? null : entry',
    replace: 'options.arrived(answer, sent, entry) : null',
    test: ['app/src/data/queue.test.ts', 'the service hears the last word too'],
  },
  {
    name: 'a-lane-that-breaks-stops-the-others',
    file: 'app/src/data/courier.ts',
    find: `      tired.add(key)
      failures++
    }
    pump()`,
    replace: `      throw new Error('broken')
    }
    pump()`,
    test: ['app/src/data/queue.test.ts', 'the panic lane delivers while another has verdicts that throw'],
  },
  {
    name: 'circle-asks-from-its-last-message',
    file: 'app/src/features/salas/catchUp.ts',
    find: 'Date.parse(completeTo) - OVERLAP_MS',
    replace: 'Date.parse(completeTo)',
    test: ['app/src/features/salas/charla.test.ts', 'committed late'],
  },
  {
    name: 'deleted-message-returns',
    file: 'app/src/features/salas/held.ts',
    find: 'deleted.size ? more.filter(({ id }) => !deleted.has(id)) : more',
    replace: 'more',
    test: ['app/src/features/salas/charla.test.ts', 'stays deleted'],
  },
  {
    name: 'circle-forgets-a-tie',
    file: 'app/src/features/salas/lineas.ts',
    find: 'compare(message, end) > 0',
    replace: 'message.creado_en > end.creado_en',
    test: ['app/src/features/salas/lineas.test.ts', 'at one moment'],
  },
  {
    name: 'signing-out-lets-questions-leave',
    file: 'app/src/data/gate.ts',
    find: "if (phase === 'shut' || isOfBefore || over.has(sessionOf(init) ?? '')) return",
    replace: 'if (false) return',
    test: ['app/src/data/gate.test.ts', 'closed for good'],
  },
  {
    name: 'database-away-for-a-moment-ends-a-channel-for-good',
    file: 'server/src/realtime/channel.ts',
    find: `      // What she may hear is not known for a moment, which is no reason to end it for good.
      this.fail(NO_DATABASE)`,
    replace: '      this.shutDown(NO_DATABASE)',
    test: ['server/src/realtime/restart.test.ts', 'what she may hear'],
  },
]
