-- What is stored of a legal text, whatever was sent. The same table is shown in a browser by e2e/journeys/legal.spec.ts.
create table prueba.ataques (html text);
insert into prueba.ataques (html) values
  ($ataque$<script>window.__ran = true</script>$ataque$),
  ($ataque$<ScRiPt src=//malo.example/x.js></sCrIpT>$ataque$),
  ($ataque$<script>window.__ran = true$ataque$),
  ($ataque$<scr<script>window.__ran = true</script>ipt>window.__ran = true</script>$ataque$),
  ($ataque$<script/x>window.__ran = true</script >$ataque$),
  ($ataque$<img src=x onerror="window.__ran = true">$ataque$),
  ($ataque$<img src=x oNeRRor = 'window.__ran = true'>$ataque$),
  ($ataque$<img/src/onerror=window.__ran=true>$ataque$),
  ($ataque$<img src="x" onerror="window.__ran = true"//$ataque$),
  ($ataque$<IMG """><SCRIPT>window.__ran = true</SCRIPT>">$ataque$),
  ($ataque$<image src=x onerror="window.__ran = true">$ataque$),
  ($ataque$<svg onload="window.__ran = true">$ataque$),
  ($ataque$<svg/onload=window.__ran=true>$ataque$),
  ($ataque$<svg><script>window.__ran = true</script></svg>$ataque$),
  ($ataque$<svg><animate onbegin="window.__ran = true" attributeName=x dur=1s>$ataque$),
  ($ataque$<svg><a xlink:href="javascript:window.__ran = true"><text x=9 y=9>uno</text></a></svg>$ataque$),
  ($ataque$<svg></p><style><a id="</style><img src=1 onerror=window.__ran=true>">$ataque$),
  ($ataque$<math><mi//xlink:href="javascript:window.__ran = true">uno</mi></math>$ataque$),
  ($ataque$<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.__ran=true&gt;">$ataque$),
  ($ataque$<iframe srcdoc="<script>parent.__ran = true</script>"></iframe>$ataque$),
  ($ataque$<iframe src="javascript:parent.__ran = true"></iframe>$ataque$),
  ($ataque$<object data="data:text/html,<script>parent.__ran = true</script>"></object>$ataque$),
  ($ataque$<embed src="javascript:window.__ran = true">$ataque$),
  ($ataque$<a href="javascript:window.__ran = true">uno</a>$ataque$),
  ($ataque$<a href=" jAvAsCrIpT:window.__ran = true">uno</a>$ataque$),
  ($ataque$<a href="java	script:window.__ran = true">uno</a>$ataque$),
  ($ataque$<a href="java&#10;script:window.__ran = true">uno</a>$ataque$),
  ($ataque$<a href="&#106;avascript:window.__ran = true">uno</a>$ataque$),
  ($ataque$<a href="javascript&colon;window.__ran = true">uno</a>$ataque$),
  ($ataque$<a href="&#x0001;javascript:window.__ran = true">uno</a>$ataque$),
  ($ataque$<a href='vbscript:msgbox(1)'>uno</a>$ataque$),
  ($ataque$<a href="data:text/html,<script>window.__ran = true</script>">uno</a>$ataque$),
  ($ataque$<a href="//malo.example/entrar">uno</a>$ataque$),
  ($ataque$<a href="/\malo.example/entrar">uno</a>$ataque$),
  ($ataque$<a href="https://malo.example" onclick="window.__ran = true">uno</a>$ataque$),
  ($ataque$<a href="https://malo.example" target=_top ping="https://malo.example/p" style="position:fixed;inset:0">uno</a>$ataque$),
  ($ataque$<a href=`javascript:window.__ran=true`>uno</a>$ataque$),
  ($ataque$<a title="x" href="blob:https://malo.example/1">uno</a>$ataque$),
  ($ataque$<p onclick="window.__ran = true" style="position:fixed;inset:0" class="fixed" id="root">uno</p>$ataque$),
  ($ataque$<p "><img src=x onerror=window.__ran=true>">uno</p>$ataque$),
  ($ataque$<p title="</p><img src=x onerror=window.__ran=true>">uno</p>$ataque$),
  ($ataque$<body onload="window.__ran = true">uno$ataque$),
  ($ataque$<body/onpageshow=window.__ran=true>$ataque$),
  ($ataque$<form action="https://malo.example"><input name="clave"><button formaction="javascript:window.__ran = true">uno</button></form>$ataque$),
  ($ataque$<input autofocus onfocus="window.__ran = true">$ataque$),
  ($ataque$<select><option>uno<style></option></select><img src=x onerror=window.__ran=true></style>$ataque$),
  ($ataque$<textarea><img title="</textarea><img src=x onerror=window.__ran=true>"></textarea>$ataque$),
  ($ataque$<title><img title="</title><img src=x onerror=window.__ran=true>"></title>$ataque$),
  ($ataque$<noscript><p title="</noscript><img src=x onerror=window.__ran=true>"></noscript>$ataque$),
  ($ataque$<noembed><img title="</noembed><img src=x onerror=window.__ran=true>"></noembed>$ataque$),
  ($ataque$<xmp><p title="</xmp><img src=x onerror=window.__ran=true>"></xmp>$ataque$),
  ($ataque$<template><script>window.__ran = true</script></template>$ataque$),
  ($ataque$<!--><img src=x onerror=window.__ran=true>-->$ataque$),
  ($ataque$<!-- --!><img src=x onerror=window.__ran=true> -->$ataque$),
  ($ataque$<![CDATA[><img src=x onerror=window.__ran=true>]]>$ataque$),
  ($ataque$<?xml ><img src=x onerror=window.__ran=true>?>$ataque$),
  ($ataque$<!DOCTYPE x [<!ENTITY y "<script>window.__ran = true</script>">]>&y;$ataque$),
  ($ataque$<details open ontoggle="window.__ran = true">uno</details>$ataque$),
  ($ataque$<video src=x onerror="window.__ran = true"><source onerror="window.__ran = true"></video>$ataque$),
  ($ataque$<base href="https://malo.example/"><a href="entrar">uno</a>$ataque$),
  ($ataque$<link rel="stylesheet" href="https://malo.example/a.css"><style>@import 'https://malo.example/b.css';</style>$ataque$),
  ($ataque$<meta http-equiv="refresh" content="0;url=https://malo.example/">$ataque$),
  ($ataque$<marquee onstart="window.__ran = true">uno</marquee>$ataque$),
  ($ataque$<table background="javascript:window.__ran = true"><tr><td background="javascript:window.__ran = true">uno</table>$ataque$),
  ($ataque$<div style="width:expression(window.__ran = true);background:url(javascript:window.__ran = true)">uno</div>$ataque$),
  ($ataque$<x onclick="window.__ran = true" contenteditable onblur="window.__ran = true" tabindex=1>uno</x>$ataque$),
  ($ataque$<a <!-- --> href="javascript:window.__ran = true">uno</a>$ataque$),
  ($ataque$<<script>window.__ran = true//<</script>$ataque$),
  ($ataque$< script >window.__ran = true</ script >$ataque$),
  ($ataque$<p/><![if IE]><script>window.__ran = true</script><![endif]>$ataque$);
select prueba.cierto('at least sixty attacks', count(*) >= 60) from prueba.ataques;

-- Checked by an independent rule: with every allowed tag removed, no «<» may be left.
create function prueba.es_inofensivo(html text) returns boolean language sql immutable as $$
  select html !~ '[\u0001-\u0008]'
    and regexp_replace(html, '</?(p|h2|h3|h4|strong|b|em|i|u|s|small|sub|sup|blockquote|code|pre|ul|ol|li|dl|dt|dd|a|table|caption|thead|tbody|tfoot|tr|th|td)>|<[bh]r>|<ol start="\d+">|<t[hd]( colspan="\d+")?( rowspan="\d+")?( scope="[a-z]+")?>|<a href="((https?://|mailto:|tel:)[^"<>\s]*|/|/[^/"<>\s\\][^"<>\s]*|#[\w-]*)">', '', 'g') !~ '<'
$$;
select prueba.cierto('harmless: ' || html, prueba.es_inofensivo(interno.html_limpio(html)), interno.html_limpio(html)) from prueba.ataques;
select prueba.cierto('harmless inside of a text: ' || html, prueba.es_inofensivo(interno.html_limpio('<p>a ' || html || ' b</p>'))) from prueba.ataques;
select prueba.cierto('harmless all at once', prueba.es_inofensivo(interno.html_limpio(string_agg(html, '')))) from prueba.ataques;
select prueba.cierto('and harmless backwards', prueba.es_inofensivo(interno.html_limpio(string_agg(html, '' order by html desc)))) from prueba.ataques;
select prueba.cierto('once is enough: ' || html, interno.html_limpio(limpio) = limpio, limpio)
from prueba.ataques, interno.html_limpio(html) limpio;

-- Allowed markup is stored unchanged.
select prueba.cierto('kept: ' || html, interno.html_limpio(html) = html, interno.html_limpio(html))
from unnest(array[
  '<h2>Uno</h2><p>Dos <strong>tres</strong>, <em>cuatro</em>.<br>Cinco &amp; seis &lt; siete</p><hr>',
  '<ul><li>a</li></ul><ol start="3"><li>b</li></ol><dl><dt>c</dt><dd>d</dd></dl><blockquote>e</blockquote>',
  '<table><caption>t</caption><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2" rowspan="3">b</td></tr></tbody></table>',
  '<a href="https://x.mx/a?b=1&amp;c=2#d">x</a> <a href="mailto:a@b.mx">y</a> <a href="tel:*765">z</a> <a href="/legal">w</a> <a href="#tres">v</a>',
  'Tus datos: en línea = seguros; base de datos, formulario, scripts y metas. 3 > 2',
  (select contenido from politicas_legales where clave = 'terminos-y-privacidad-1-1')
]) html;
select prueba.cierto('brought into one form', interno.html_limpio(html) = esperado, interno.html_limpio(html))
from (values
  ('<P CLASS="x">a</P><BR/>', '<p>a</p><br>'),
  ('<h1>a</h1>', '<h2>a</h2>'),
  ('<div>a</div><span>b</span>', 'ab'),
  ('<a href=''https://x.mx'' rel=''me''>a</a>', '<a href="https://x.mx">a</a>'),
  ('<a href=https://x.mx>a</a>', '<a href="https://x.mx">a</a>'),
  ('<p>2 < 3</p>', '<p>2 &lt; 3</p>'),
  ('a<!-- b -->c', 'ac'),
  ('<td colspan=''2'' onclick=x>', '<td colspan="2">'),
  ('', '')
) as formas (html, esperado);

-- The trigger runs for the service role too.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla', 'stored sanitised', '=<p>uno <a>dos</a></p>', $$insert into borradores_legales (contenido) values ('<p onclick=x>uno <a href="javascript:x">dos</a></p><script>x</script>') returning contenido$$),
  ('servicio', 'stored sanitised', '=<p>uno</p>', $$insert into politicas_legales (titulo, version, contenido) values ('x', '2', '<p onclick=x>uno</p>') returning contenido$$),
  ('servicio', 'changed sanitised', '=<p>uno</p>', $$update politicas_legales set contenido = ' <p onclick=x>uno</p><script>x</script>' returning contenido$$),
  ('carla', 'nothing is left', '23514', $$select publicar_politica(gen_random_uuid(), 'x', '2', '<script>alert(1)</script>', 'x')$$)
) as celdas (quien, que, esperado, consulta);

-- Sanitising takes linear time, also for thousands of opened tags that are never closed.
create function prueba.dura(html text) returns interval language plpgsql as $$
declare
  desde timestamptz := clock_timestamp();
begin
  perform interno.html_limpio(html);
  return clock_timestamp() - desde;
end
$$;
select prueba.cierto('as long as the text is: ' || left(pieza, 12), prueba.dura(repeat(pieza, 40000) || '</style>') < interval '15 seconds')
from unnest(array['<script>', '<style', '<a href="', '<!--']) pieza;
-- Without any end in all of it: what is asked for at the first is not asked for again at each of the others.
select prueba.cierto('as long as the text is, without an end: ' || left(pieza, 12), prueba.dura(repeat(pieza, 200000 / length(pieza))) < interval '15 seconds')
from unnest(array['<!', '<?', '<!--', '<!x ']) pieza;
-- What is put together by taking something out is looked at as well.
select prueba.cierto('harmless put together: ' || html, prueba.es_inofensivo(interno.html_limpio(html)) and interno.html_limpio(interno.html_limpio(html)) = interno.html_limpio(html), interno.html_limpio(html))
from unnest(array['<scr<!x>ipt>x</scr<!x>ipt>', '<<!x>!y>', '<!-<!x>- --><b>', '<im<?x?>g src=x onerror=y>', '<a hr<!x>ef="javascript:x">y</a>', '<a title="<!" href="https://x.mx">y</a>', '<!<script>x</script>>']) html;
