-- Sanitising takes as long as the text is: no text makes it wait.

create or replace function interno.html_limpio(html text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  resto text := html;
  elemento text;
begin
  -- What goes with everything in it, closed or not; a reader of HTML would not show these words either.
  resto := regexp_replace(resto, '<!--.*?--!?>', '', 'g');
  -- One kind after the other: with a reference back to the opening tag PostgreSQL tries every beginning with every end, and a
  -- few thousand of them hold a connection for minutes.
  foreach elemento in array array[
    'script', 'style', 'template', 'noscript', 'iframe', 'object', 'applet', 'svg', 'math', 'textarea', 'select', 'title', 'xmp',
    'noembed', 'noframes', 'audio', 'video', 'canvas'
  ] loop
    if resto ~* ('<' || elemento) then
      resto := regexp_replace(resto, '<' || elemento || '\M.*?</' || elemento || '\s*>', '', 'gi');
    end if;
  end loop;
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
