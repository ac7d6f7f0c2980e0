import type { Served } from './processes.ts'
import { ANA, CIRCLE, enter, MEMBERS, type Member, type Scenario, VARYING_DAY } from './scenarios.ts'

const emptied = (table: string) => `truncate ${table}`

/** What `scenarios.ts` asks of Amparo's tables, asked of the ordinary ones of `bench/plain`. */
export const scenarios: Scenario[] = [
  {
    name: 'select',
    title: 'her contacts',
    prepare: `insert into public.contacts (user_id, name, phone, priority)
      select id, 'Contact ' || n, '+5255000000' || n, n from auth.users, generate_series(1, 3) n`,
    method: 'GET',
    path: `/rest/v1/contacts?select=id,name,phone,priority,active&user_id=eq.${ANA}&active=is.true&order=priority.asc`,
  },
  {
    name: 'embed',
    title: 'the last twenty messages of a circle with two hundred, each with its circle',
    prepare: `
      insert into public.circles (id, name, icon) values ('${CIRCLE}', 'Measure', 'heart');
      insert into public.messages (circle_id, user_id, body)
        select '${CIRCLE}', (select id from auth.users limit 1), 'Message number ' || n from generate_series(1, 200) n`,
    method: 'GET',
    path: `/rest/v1/messages?select=id,body,created_at,circles(name,icon)&circle_id=eq.${CIRCLE}&order=created_at.desc&limit=20`,
  },
  {
    name: 'insert',
    title: 'an appointment',
    method: 'POST',
    path: '/rest/v1/appointments',
    prefer: 'return=minimal',
    body: { user_id: ANA, title: 'Doctor', kind: 'visit', day: '2026-12-01', hour: '10:00', notify: false },
    clean: emptied('public.appointments'),
  },
  {
    name: 'upsert',
    title: 'an entry, one of three thousand days',
    method: 'POST',
    path: '/rest/v1/entries?on_conflict=user_id,day',
    prefer: 'return=minimal,resolution=merge-duplicates',
    body: { user_id: ANA, day: VARYING_DAY, body: 'Today was a good day, with a long walk in the park.' },
    clean: emptied('public.entries'),
  },
  { name: 'rpc', title: 'which week it is', method: 'POST', path: '/rest/v1/rpc/current_week', body: {} },
]

/** Members who sign up at the auth API, each with what her browser would send from then on. */
export async function signInMembers(server: Served): Promise<Member[]> {
  const members: Member[] = []
  for (let n = 1; n <= MEMBERS; n++) members.push(await enter(server, 'signup', `member${n}@plain.test`))
  return members
}
