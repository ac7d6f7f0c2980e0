-- The checks of every text that members write, made cheap: they end at the first character that decides, and a missing
-- text costs nothing.

create or replace function interno.tiene_texto(texto text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return texto ~
    '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]';
end
$$;

create or replace function interno.es_enlace(texto text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return char_length(texto) <= 2048 and (
    texto ~ '^https://[^\s<>"''\\]+$'
    or texto ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?/[^\s<>"''\\]*$'
    or texto ~ '^/([^/\s<>"''\\][^\s<>"''\\]*)?$'
  );
end
$$;
