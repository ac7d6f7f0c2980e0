-- Legal texts are sanitised when they are written: what is stored is built anew from words, allowed elements in one exact form,
-- and links that lead somewhere, so that it is safe whoever shows it and however that page reads HTML.

create function interno.marca_limpia(marca text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  nombre text := lower(substring(marca from '^</?([a-zA-Z][a-zA-Z0-9]*)'));
  cierra constant boolean := marca like '</%';
  destino text;
  extra text := '';
begin
  if nombre = 'h1' then
    -- The page has its own first heading.
    nombre := 'h2';
  end if;
  -- Declarations and processing instructions have no name.
  if nombre is null or nombre not in (
    'p', 'br', 'hr', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'blockquote', 'code', 'pre',
    'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'
  ) then
    return '';
  end if;
  if cierra then
    return case when nombre in ('br', 'hr') then '' else '</' || nombre || '>' end;
  end if;
  if nombre = 'a' then
    destino := coalesce(
      substring(marca from '(?i)[\s"'']href\s*=\s*"([^"]*)"'),
      substring(marca from '(?i)[\s"'']href\s*=\s*''([^'']*)'''),
      substring(marca from '(?i)[\s"'']href\s*=\s*([^\s"''>]+)')
    );
    -- The scheme is written out: no entity, blank or capital letter can make another one of it.
    if destino ~ '^(https?://[^\s"''<>`\\]+|mailto:[^\s"''<>`\\:]+|tel:[0-9+*#%().-]+|/([^\s"''<>`\\/][^\s"''<>`\\]*)?|#[A-Za-z0-9_-]*)$' then
      extra := ' href="' || destino || '"';
    end if;
  elsif nombre = 'ol' then
    extra := coalesce(' start="' || substring(marca from '(?i)\sstart\s*=\s*["'']?(\d{1,4})\M') || '"', '');
  elsif nombre in ('th', 'td') then
    extra := coalesce(' colspan="' || substring(marca from '(?i)\scolspan\s*=\s*["'']?(\d{1,2})\M') || '"', '')
      || coalesce(' rowspan="' || substring(marca from '(?i)\srowspan\s*=\s*["'']?(\d{1,2})\M') || '"', '')
      || case when nombre = 'th' then
        coalesce(' scope="' || lower(substring(marca from '(?i)\sscope\s*=\s*["'']?(row|col|rowgroup|colgroup)\M')) || '"', '')
      else '' end;
  end if;
  return '<' || nombre || extra || '>';
end
$$;
comment on function interno.marca_limpia is 'One tag as it may be stored: rebuilt from what is allowed, or nothing.';

create function interno.html_limpio(html text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  resto text := html;
begin
  -- What goes with everything in it, closed or not; a reader of HTML would not show these words either.
  resto := regexp_replace(resto, '<!--.*?--!?>', '', 'g');
  resto := regexp_replace(
    resto, '<(script|style|template|noscript|iframe|object|applet|svg|math|textarea|select|title|xmp|noembed|noframes|audio|video|canvas)\M.*?</\1\s*>',
    '', 'gi'
  );
  return coalesce((
    select string_agg(
      case
        when m.parte[1] is not null then interno.marca_limpia(m.parte[1])
        when m.parte[2] is not null then '&lt;'
        else m.parte[3]
      end, '' order by m.n
    )
    from regexp_matches(
      -- Letters that nobody sees and some readers skip.
      regexp_replace(resto, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      '(<(?:/?[a-zA-Z](?:[^<>"'']|"[^"]*"|''[^'']*'')*|[!?][^>]*)>)|(<)|([^<]+)', 'g'
    ) with ordinality m (parte, n)
  ), '');
end
$$;
comment on function interno.html_limpio is
  'HTML with nothing in it that could run, load or lead astray: the words stay, and the elements and links that a written text needs.';

create function interno.limpiar_politica() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.contenido := btrim(interno.html_limpio(new.contenido), E' \t\r\n');
  return new;
end
$$;
comment on function interno.limpiar_politica is 'Trigger: a legal text is stored sanitised, whoever writes it.';
create trigger limpiar before insert or update of contenido on public.politicas_legales
  for each row execute function interno.limpiar_politica();

-- The proof, for every row from now on: sanitising once more changes nothing.
alter table public.politicas_legales
  add constraint politicas_legales_limpias check (contenido = interno.html_limpio(contenido)) not valid;
comment on column public.politicas_legales.contenido is 'HTML, sanitised here when it is written and once more where it is shown.';

revoke all on function interno.marca_limpia, interno.html_limpio, interno.limpiar_politica from public, anon;
grant execute on function interno.marca_limpia, interno.html_limpio to authenticated, service_role;
