import { readFileSync } from 'node:fs'
import path from 'node:path'
import { act, fireEvent, screen } from '@testing-library/react'
import { Node } from '@tiptap/pm/model'
import { getSchema } from '@tiptap/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../../testing/render.tsx'
import { extensions } from './extensions.ts'
import { fromClipboard, toContent, toHtml } from './html.ts'
import type { AskedLink } from './LinkDialog.tsx'
import { isLink, toLink } from './link.ts'
import { RichText } from './RichText.tsx'

const schema = getSchema(extensions)

const through = (html: string) => toHtml(Node.fromJSON(schema, toContent(html)))
const pasted = (html: string, plain = '') => toHtml(fromClipboard(html, plain, schema))
const flat = (html: string) => html.replace(/\s*\n\s*/g, '').replace(/\s+/g, ' ')

describe('a long text', () => {
  it('goes through the editor as it came: the first terms, with their lists and tables', () => {
    const seed = readFileSync(path.resolve(import.meta.dirname, '../../../../../supabase/seed.sql'), 'utf8')
    const html = /'terminos-y-privacidad-1-1'[\s\S]*?\$html\$([\s\S]*?)\$html\$/.exec(seed)![1]!.trim()
    expect(html.length).toBeGreaterThan(10_000)
    expect(flat(through(html))).toBe(flat(html))
    // Once more changes nothing at all: neither a blank nor a line.
    expect(through(through(html))).toBe(through(html))
  })

  it.each([
    '<p>a<br>b</p>\n<hr>\n<p>c</p>',
    '<h2>a</h2>\n<h3>b</h3>\n<h4>c</h4>',
    '<p><a href="tel:911"><strong>a</strong></a> <strong>b</strong> <em>c</em> <u>d</u> <s>e</s></p>',
    '<p><small>a</small> <sub>b</sub> <sup>c</sup> <code>d</code> <strong><em><u><s><small><sub><code>e</code></sub></small></s></u></em></strong></p>',
    '<blockquote>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</blockquote>',
    '<ol start="3">\n<li>a\n<ul>\n<li>b</li>\n</ul></li>\n<li>\n<p>c</p>\n<p>d</p>\n</li>\n</ol>',
    '<table>\n<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>\n<tbody>\n<tr><th scope="row">c</th><td>d\n<ul>\n<li>e</li>\n</ul></td></tr>\n<tr><td colspan="2">f</td></tr>\n</tbody>\n</table>',
    '<p>a\u00a0b &amp;nbsp; "c"</p>',
  ])('keeps what the database keeps, letter for letter: %s', (html) => {
    expect(through(html)).toBe(html)
  })

  it.each([
    '<script>alert(1)</script><p>x</p>',
    '<p onclick="alert(1)" style="color:red" class="a" id="b">x</p>',
    '<p>x<img src=a onerror=alert(1)></p>',
    '<object data="https://x.mx"></object><svg><text>y</text></svg><p>x</p>',
    '<form><button>y</button></form><p>x</p>',
    '<p><a href="data:text/html,y">x</a></p>',
    '<p><a href="//x.mx">x</a></p>',
  ])('nothing of %s runs, loads or leads astray', (html) => {
    expect(through(html)).toBe('<p>x</p>')
    expect(pasted(html)).toBe('<p>x</p>')
  })

  it.each([
    ['<p>a &lt; b &amp; c</p>', '<p>a &lt; b &amp; c</p>'],
    ['palabras sueltas<p>y un párrafo</p>', '<p>palabras sueltas</p>\n<p>y un párrafo</p>'],
    ['<h1>Uno</h1><h6>Dos</h6>', '<h2>Uno</h2>\n<h4>Dos</h4>'],
    ['<p></p><p> </p><p>x<br></p>', '<p>x</p>'],
    ['<p><b>a</b> <i>b</i></p>', '<p><strong>a</strong> <em>b</em></p>'],
    ['<p><strong>a <em>b</em></strong> c</p>', '<p><strong>a <em>b</em></strong> c</p>'],
    [
      '<ol start="4"><li>a</li><li><p>b</p><ul><li>c</li></ul></li></ol>',
      '<ol start="4">\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul></li>\n</ol>',
    ],
    ['<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul></li>\n</ul>'],
    ['<p><a href="https://x.mx/?a=1&amp;b=2">x</a></p>', '<p><a href="https://x.mx/?a=1&amp;b=2">x</a></p>'],
    ['<p><a href="javascript:alert(1)">x</a></p>', '<p>x</p>'],
    ['<dl><dt>Dato</dt><dd>Para qué</dd></dl>', '<p><strong>Dato</strong></p>\n<p>Para qué</p>'],
    ['<pre>a\n  b</pre>', '<p>a<br>b</p>'],
    [
      '<table><tr><th>a</th><td colspan="2">b</td></tr></table>',
      '<table>\n<tbody>\n<tr><th scope="row">a</th><td colspan="2">b</td></tr>\n</tbody>\n</table>',
    ],
    [
      '<table><caption>T</caption><tr><td><h2>a</h2></td></tr></table>',
      '<p><strong>T</strong></p>\n<table>\n<tbody>\n<tr><td>a</td></tr>\n</tbody>\n</table>',
    ],
    ['<marquee><blink>x</blink></marquee>', '<p>x</p>'],
    ['', ''],
  ])('%s', (html, expected) => {
    expect(through(html)).toBe(expected)
  })
})

describe('what is pasted', () => {
  it('from Word: titles, lists in lists, bold, links, and nothing of Word', () => {
    const word = `<p class=MsoTitle><b><span lang=ES style='font-size:28.0pt'>Aviso</span></b></p>
<h1><span style='mso-fareast-language:ES'>Qué guardamos<o:p></o:p></span></h1>
<p class=MsoNormal><span style='font-family:"Calibri",sans-serif'>Lo&nbsp;<b>mínimo</b>, y <a href="https://x.mx"><span style='text-decoration:underline'>nada más</span></a>.<o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><!--[endif]-->Correo<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>Para entrar</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Nombre</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span>Tres</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>4.<span>&nbsp; </span></span>Cuatro</p>
<table class=MsoTableGrid border=1><tr><td style='width:100pt'><p class=MsoNormal>Dato<o:p></o:p></p></td></tr></table>`
    expect(pasted(word)).toBe(
      [
        '<h2>Aviso</h2>',
        '<h2>Qué guardamos</h2>',
        '<p>Lo <strong>mínimo</strong>, y <a href="https://x.mx">nada más</a>.</p>',
        '<ul>\n<li>Correo\n<ul>\n<li>Para entrar</li>\n</ul></li>\n<li>Nombre</li>\n</ul>',
        '<ol start="3">\n<li>Tres</li>\n<li>Cuatro</li>\n</ol>',
        '<table>\n<tbody>\n<tr><td>Dato</td></tr>\n</tbody>\n</table>',
      ].join('\n'),
    )
  })

  it('from Google Docs: bold is what is bold', () => {
    const docs = `<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-weight:700">Sí</span><span style="font-weight:400"> no </span><span style="font-style:italic;text-decoration:underline">tal vez</span></p><ul><li dir="ltr" style="list-style-type:disc"><p role="presentation"><span>uno</span></p></li></ul></b>`
    expect(pasted(docs)).toBe(
      '<p><strong>Sí</strong> no <em><u>tal vez</u></em></p>\n<ul>\n<li>uno</li>\n</ul>'.replace(
        '<em><u>',
        '<em><u>',
      ),
    )
  })

  it('from LibreOffice, and hidden words of nobody', () => {
    expect(
      pasted(
        '<h1 class="western"><b>Uno</b></h1><p style="margin-bottom: 0cm"><font face="Arial"><b>dos</b></font><span style="display:none">oculto</span></p>',
      ),
    ).toBe('<h2>Uno</h2>\n<p><strong>dos</strong></p>')
  })

  it('as plain words: a paragraph for each line', () => {
    expect(pasted('', 'uno\r\n\r\ndos <b>\n')).toBe('<p>uno</p>\n<p>dos &lt;b&gt;</p>')
  })
})

describe('the editor', () => {
  async function write(value: string) {
    const onChange = vi.fn()
    const onLink = vi.fn()
    const props = { label: 'Texto', onChange, onLink }
    const { user, rerender } = renderApp(<RichText {...props} value={value} />)
    const text = screen.getByRole('textbox', { name: 'Texto' })
    return {
      onChange,
      onLink,
      user,
      text,
      show: (next: string) => rerender(<RichText {...props} value={next} />),
    }
  }
  const press = (name: string) => screen.getByRole('button', { name })

  it('writes what a button says, and shows where the cursor stands', async () => {
    const { user, onChange } = await write('<p>uno</p>')
    await user.click(press('Título de sección'))
    expect(onChange).toHaveBeenLastCalledWith('<h2>uno</h2>')
    expect(press('Título de sección').getAttribute('aria-pressed')).toBe('true')
    await user.click(press('Título de sección'))
    await user.click(press('Lista'))
    expect(onChange).toHaveBeenLastCalledWith('<ul>\n<li>uno</li>\n</ul>')
    await user.click(press('Lista con números'))
    expect(onChange).toHaveBeenLastCalledWith('<ol>\n<li>uno</li>\n</ol>')
    // What follows within half a second is undone together.
    for (let steps = 0; steps < 4 && onChange.mock.lastCall?.[0] !== '<p>uno</p>'; steps++)
      await user.click(press('Deshacer'))
    expect(onChange).toHaveBeenLastCalledWith('<p>uno</p>')
    await user.click(press('Cita'))
    expect(onChange).toHaveBeenLastCalledWith('<blockquote>\n<p>uno</p>\n</blockquote>')
    expect(press('Quitar formato').getAttribute('aria-disabled')).toBe('true')
  })

  it('offers the tools of a table in a table alone, and none in another one', async () => {
    const { user, onChange } = await write('')
    expect(screen.queryByRole('button', { name: 'Agregar fila' })).toBeNull()
    await user.click(press('Tabla'))
    expect(press('Tabla').getAttribute('aria-disabled')).toBe('true')
    await user.click(press('Agregar columna'))
    await user.click(press('Quitar fila'))
    expect(onChange).toHaveBeenLastCalledWith(
      '<table>\n<tbody>\n<tr><td></td><td></td><td></td></tr>\n</tbody>\n</table>',
    )
    await user.click(press('Quitar tabla'))
    expect(onChange).toHaveBeenLastCalledWith('')
  })

  it('asks where a link leads, and writes the address where nothing is chosen', async () => {
    const { user, onChange, onLink } = await write('')
    await user.click(press('Enlace'))
    const asked: AskedLink = onLink.mock.lastCall![0]
    expect(asked.href).toBeNull()
    act(() => asked.set('mailto:hola@x.mx'))
    expect(onChange).toHaveBeenLastCalledWith('<p><a href="mailto:hola@x.mx">hola@x.mx</a></p>')
  })

  it('shows what somebody else wrote in its place, and takes no change for its own', async () => {
    const { text, show, onChange } = await write('<p>uno</p>')
    show('<p>dos</p>')
    expect(text.textContent).toBe('dos')
    expect(onChange).not.toHaveBeenCalled()
  })

  it.each([
    [
      'goes along the cells of a table, and leaves behind the last',
      '<table><tr><td>a</td><td>b</td></tr></table>',
      [false, true],
    ],
    ['leaves a list as it is', '<ul><li>a</li><li>b</li></ul>', [true]],
  ])('Tab %s', async (_, value, leaves) => {
    const { text, onChange } = await write(value)
    expect(leaves.map(() => fireEvent.keyDown(text, { key: 'Tab' }))).toEqual(leaves)
    expect(onChange).not.toHaveBeenCalled()
  })
})

it.each([
  ['https://x.mx/a?b=c', 'https://x.mx/a?b=c'],
  ['www.x.mx', 'https://www.x.mx'],
  ['x.mx/a#b', 'https://x.mx/a#b'],
  ['hola@x.mx', 'mailto:hola@x.mx'],
  ['+52 55 1234 5678', 'tel:+525512345678'],
  ['911', 'tel:911'],
  ['/perfil', '/perfil'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['//x.mx', null],
  ['hola', null],
  ['', null],
])('the address «%s» leads to %s', (typed, expected) => {
  expect(toLink(typed)).toBe(expected)
  if (expected) expect(isLink(expected)).toBe(true)
})
