-- What a migration makes without granting it is nobody's: neither host gives it away by default to the owner of the tables.
select prueba.cierto(
  'by default ' || a.privilege_type || ' on ' || d.defaclobjtype::text || ' is not for ' || a.grantee::regrole,
  a.grantee::regrole::text not in ('anon', 'authenticated')
)
from pg_default_acl d, aclexplode(d.defaclacl) a
where d.defaclnamespace = 'public'::regnamespace and a.grantee <> 0
  and d.defaclrole = (select relowner from pg_class where oid = 'public.profiles'::regclass);
select prueba.cierto('there is something to look at', exists (
  select from pg_default_acl where defaclnamespace = 'public'::regnamespace
    and defaclrole = (select relowner from pg_class where oid = 'public.profiles'::regclass)));
