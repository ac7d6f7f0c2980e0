const DIARY = 'supabase/migrations/20261122001400_bienestar.sql'
const SAFETY = 'supabase/migrations/20261122000700_seguridad.sql'
const PLANS = 'supabase/migrations/20261122000600_suscripciones.sql'
const MEASURES = 'supabase/migrations/20261123001200_medidas.sql'
const HER_ROWS = 'using ((select interno.es_admitida()) and (select auth.uid()) = user_id);'
const OWN_CHECK = 'with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);'

/**
 * Rules that were there from the beginning: without them the attacks of `scripts/attacks/law.mjs` succeed.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'diary-read-by-every-member',
    file: DIARY,
    find: `create policy "una usuaria lee su propio diario" on public.diario_personal
  for select to authenticated ${HER_ROWS}`,
    replace: `create policy "una usuaria lee su propio diario" on public.diario_personal
  for select to authenticated using ((select interno.es_admitida()));`,
    attack: 'rules/read-her-diary',
  },
  {
    name: 'diary-written-by-every-member',
    file: DIARY,
    find: `create policy "una usuaria escribe en su propio diario" on public.diario_personal
  for insert to authenticated ${OWN_CHECK}`,
    replace: `create policy "una usuaria escribe en su propio diario" on public.diario_personal
  for insert to authenticated with check ((select interno.es_admitida()));`,
    attack: 'rules/write-into-her-diary',
  },
  {
    name: 'diary-written-without-admission',
    file: DIARY,
    find: `create policy "una usuaria escribe en su propio diario" on public.diario_personal
  for insert to authenticated ${OWN_CHECK}`,
    replace: `create policy "una usuaria escribe en su propio diario" on public.diario_personal
  for insert to authenticated with check ((select auth.uid()) = user_id);`,
    attack: 'rules/unadmitted-writes-a-diary',
  },
  {
    name: 'contacts-of-every-member',
    file: SAFETY,
    find: `alter table public.contactos_emergencia enable row level security;
alter table public.contactos_emergencia force row level security;`,
    replace: '',
    attack: 'rules/give-a-contact-away',
  },
  {
    name: 'agenda-of-every-member',
    file: DIARY,
    find: `alter table public.agenda_personal enable row level security;
alter table public.agenda_personal force row level security;`,
    replace: '',
    attack: 'rules/delete-her-appointments',
  },
  {
    name: 'plan-raised-by-writing-it',
    file: PLANS,
    find: `create trigger vigilar_plan before update of tipo_plan on interno.perfiles_privados
  for each row when (old.tipo_plan is distinct from new.tipo_plan) execute function interno.vigilar_plan();`,
    replace: '',
    attack: 'rules/raise-his-plan',
  },
  {
    name: 'payments-read-by-every-member',
    file: PLANS,
    find: `for select to authenticated ${HER_ROWS}`,
    replace: 'for select to authenticated using ((select interno.es_admitida()));',
    attack: 'rules/see-her-payments',
  },
  {
    name: 'subscriptions-noted-by-members',
    file: PLANS,
    find: `  public.pedir_pago, public.anotar_suscripcion, public.suscripciones_por_cancelar, public.suscripcion_cancelada
  from public, anon, authenticated;`,
    replace: `  public.pedir_pago, public.anotar_suscripcion, public.suscripcion_cancelada
  from public, anon, authenticated;
grant execute on function public.suscripciones_por_cancelar to authenticated;
grant select on interno.suscripciones_por_cancelar to authenticated;`,
    attack: 'functions/subscription-written-by-a-member',
  },
  {
    name: 'calls-without-a-limit',
    file: MEASURES,
    find: `interno.limitar('pedir llamada', array[5],`,
    replace: `interno.limitar('pedir llamada', array[500],`,
    attack: 'functions/sixth-call-of-an-hour',
  },
  {
    name: 'calls-without-admission',
    file: MEASURES,
    find: `if not interno.es_admitida() then
    raise exception using errcode = 'PT403', message = 'Solo las usuarias admitidas pueden abrir una llamada.';`,
    replace: `if false then
    null;`,
    attack: 'functions/call-without-admission',
  },
]
