-- Asked once for each reader of each message of a circle: as plpgsql it keeps its plan from one question to the next.

create or replace function interno.bloqueos_de_quien_pregunta() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return array(
    select bloqueada_id from public.bloqueos where user_id = quien
    union all
    select user_id from public.bloqueos where bloqueada_id = quien
  );
end
$$;
