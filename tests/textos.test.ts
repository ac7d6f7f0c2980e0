import { describe, expect, it } from 'vitest'
import type { Datos, Tipo } from '../supabase/functions/_shared/envio.ts'
import { writeMail } from '../supabase/functions/_shared/mime.ts'
import { tellClosing } from '../supabase/functions/_shared/textos/cierre.ts'
import { writeLetter } from '../supabase/functions/_shared/textos/correo.ts'
import { tellTime } from '../supabase/functions/_shared/textos/momento.ts'
import { writeNotice } from '../supabase/functions/_shared/textos/notice.ts'
import { fitsSms, writeSms } from '../supabase/functions/_shared/textos/sms.ts'
import { wordsOf } from '../supabase/functions/_shared/vias/whatsapp.ts'

const SITE = 'https://espacio.example.org'
const CODE = 'Zk3_aB9-cD4eF5gH6iJ7kL8mN0pQ1rS2'
const now = new Date('2026-11-22T04:20:00Z')
const datos: Datos = {
  nombre: 'Ana',
  origen: 'boton',
  pulsada_en: '2026-11-22T04:14:00Z',
  cerrada_en: '2026-11-22T04:14:00Z',
  zona: 'America/Mexico_City',
  pulsaciones: 1,
  numero_emergencia: '911',
}
const secretos = { codigo: CODE, clave: CODE }
const CONTACT_TIPOS: Tipo[] = ['alerta', 'repetida', 'cierre', 'simulacro', 'prueba', 'relevo']

/** Every way in which an alert can end. */
const CLOSINGS: Datos[] = [true, false].flatMap((con_pin) =>
  (['a_salvo', 'por_error', 'sin_noticias'] as const).map((motivo) => ({ ...datos, con_pin, motivo })),
)

describe('what contacts read', () => {
  it('tells the hour of where she lives, and the day once it could be another', () => {
    expect(tellTime(datos.pulsada_en, datos.zona, { now })).toBe('22:14')
    expect(tellTime('2026-11-21T04:14:00Z', datos.zona, { now })).toBe('22:14 del 20 de noviembre')
    expect(tellTime('2026-11-21T04:14:00Z', datos.zona, { now, short: true })).toBe('22:14 del 20/11')
    expect(tellTime(undefined, undefined, { now })).toBe('hace poco')
  })

  it('never says that she is safe unless it was closed with her PIN and she said so', () => {
    const safe = /salvo/
    for (const end of CLOSINGS) {
      const all = [
        tellClosing(end, now),
        writeLetter({ tipo: 'cierre', datos: end }, secretos, SITE, now).text,
        writeSms({ tipo: 'cierre', datos: end }, secretos, { site: SITE, por: 'sms', now }),
        writeNotice({ tipo: 'cierre', datos: end }, now).cuerpo,
        wordsOf({ tipo: 'cierre', datos: end }, secretos, SITE, now).join(' '),
      ]
      for (const text of all) expect(safe.test(text), text).toBe(end.con_pin! && end.motivo === 'a_salvo')
      // Nor as more than her phone's word: an attacker may know the PIN.
      if (end.motivo !== 'sin_noticias') for (const text of all) expect(text).toMatch(/confirma con ella/i)
    }
    expect(tellClosing({ ...datos, motivo: 'a_salvo', con_pin: false }, now)).toBe(
      'Cerrada desde su teléfono a las 22:14; confirma con ella.',
    )
  })

  it('where somebody made her close it, says by every way that she must not be called', () => {
    for (const origen of ['boton', 'llegada'] as const)
      for (const tipo of ['alerta', 'repetida'] as const) {
        const forced = { tipo, datos: { ...datos, origen, coaccion: true } }
        const sms = writeSms(forced, secretos, { site: SITE, por: 'sms', now })
        const letter = writeLetter(forced, secretos, SITE, now).text
        for (const text of [letter, writeNotice(forced, now).cuerpo, wordsOf(forced, secretos, SITE, now)[1]])
          expect(text).toContain('No la llames ni le escribas')
        expect(letter).not.toMatch(/Llámala|llamando/)
        expect(sms).toMatch(/no llames/i)
        expect(fitsSms(sms)).toBe(true)
      }
  })

  it('where it was closed without her PIN after that, says so, and sends nobody to ask her', () => {
    for (const name of ['Ana', 'María de los Ángeles Hernández y Güémez de la Torre Blanca'])
      for (const motivo of ['a_salvo', 'por_error', 'sin_noticias', 'cuenta_eliminada'] as const) {
        const forced = { ...datos, nombre: name, motivo, con_pin: false, coaccion: true }
        const end = { tipo: 'cierre' as const, datos: forced }
        const sms = writeSms(end, secretos, { site: SITE, por: 'sms', now })
        const letter = writeLetter(end, secretos, SITE, now).text
        for (const text of [letter, writeNotice(end, now).cuerpo, wordsOf(end, secretos, SITE, now)[1]])
          expect(text).toContain('No la llames ni le escribas')
        expect(letter).toContain('llama al 911')
        expect(sms).toMatch(/no llames/i)
        expect(fitsSms(sms), sms).toBe(true)
        for (const text of [sms, letter]) expect(text).not.toMatch(/confirma con ella|búscala|pregúntale/i)
        // With her own PIN it was she who ended it.
        if (motivo === 'a_salvo')
          expect(tellClosing({ ...forced, con_pin: true }, now)).toMatch(/a salvo. Confirma con ella/)
      }
    const closed = { ...datos, motivo: 'a_salvo' as const, con_pin: false, coaccion: true }
    expect(tellClosing(closed, now)).toMatch(/^Cerrada a las 22:14 sin su PIN, después de avisar/)
  })

  it('of an account that ended says that nobody knows whether she is safe, by every way', () => {
    const end: Datos = { ...datos, motivo: 'cuenta_eliminada', con_pin: false }
    const letter = writeLetter({ tipo: 'cierre', datos: end }, secretos, SITE, now).text
    const texts = [
      letter,
      writeSms({ tipo: 'cierre', datos: end }, secretos, { site: SITE, por: 'sms', now }),
      writeNotice({ tipo: 'cierre', datos: end }, now).cuerpo,
      wordsOf({ tipo: 'cierre', datos: end }, secretos, SITE, now).join(' '),
    ]
    for (const text of texts) {
      expect(text).toMatch(/no sabemos si (está|se encuentra) a salvo/i)
      expect(text).toContain('cuenta')
      expect(text).not.toMatch(/teléfono|alerta de|PIN/)
    }
    expect(letter).not.toMatch(/quién la cerró|dejar de serlo/)
    expect(fitsSms(texts[1]!)).toBe(true)
  })

  it('says neither product nor topic on a locked screen, unless she wants it', () => {
    const topic = /amparo|violencia|segur|alerta|alarma|p[aá]nico|ayuda|peligro|mujer|botón/i
    for (const tipo of [...CONTACT_TIPOS, 'confirmacion'] as Tipo[]) {
      const { subject } = writeLetter({ tipo, datos }, secretos, SITE, now)
      const { titulo, cuerpo } = writeNotice({ tipo, datos }, now)
      expect(`${subject} ${titulo} ${cuerpo}`).not.toMatch(topic)
    }
    const open = { ...datos, con_tema: true }
    expect(writeLetter({ tipo: 'alerta', datos: open }, secretos, SITE, now).subject).toBe('Alerta de Ana')
    expect(writeNotice({ tipo: 'alerta', datos: open }, now).titulo).toBe('Alerta de Ana')
  })

  it('claims nothing that it does not know: not that nobody has answered, nor that there is a place', () => {
    // Said again three minutes later, but also where she presses again, and where an answer has delayed it five minutes.
    for (const con_tema of [true, false]) {
      const again = { tipo: 'repetida' as const, datos: { ...datos, con_tema } }
      const { subject, text } = writeLetter(again, secretos, SITE, now)
      const { titulo, cuerpo } = writeNotice(again, now)
      const sms = writeSms(again, secretos, { site: SITE, por: 'sms', now })
      const all = [subject, text, titulo, cuerpo, sms, ...wordsOf(again, secretos, SITE, now)].join(' ')
      expect(all).not.toMatch(/nadie|sin respuesta|respondido|esperando|ver dónde está|ves dónde está/i)
      expect(all).toMatch(/sigue/)
    }
    const { text } = writeLetter({ tipo: 'alerta', datos }, secretos, SITE, now)
    expect(text).toContain('su última ubicación, si la hay')
    expect(text).toContain('el número de emergencia de su país')
  })

  /** The first words of an alert, by every way. */
  const openings = (tipo: Tipo, more: Datos) => {
    const envio = { tipo, datos: { ...datos, ...more } }
    const { titulo, cuerpo } = writeNotice(envio, now)
    return {
      notice: `${titulo}: ${cuerpo}`,
      sms: writeSms(envio, secretos, { site: SITE, por: 'sms', now }),
      whatsapp: wordsOf(envio, secretos, SITE, now).slice(0, 2).join(': '),
      mail: writeLetter(envio, secretos, SITE, now).text,
    }
  }

  it('says who and when, by every way', () => {
    for (const tipo of ['alerta', 'repetida'] as const)
      for (const con_tema of [true, false])
        for (const text of Object.values(openings(tipo, { con_tema }))) {
          expect(text).toContain('Ana')
          expect(text).toContain('22:14')
        }
  })

  it('says of a press that comes late that her phone had no signal, by every way', () => {
    for (const con_tema of [true, false])
      for (const text of Object.values(openings('alerta', { con_tema, tardia: true })))
        expect(text).toMatch(
          /a las 22:14; su teléfono no tenía señal|desde las 22:14; su teléfono (no tenía|estaba sin) señal/,
        )
    expect(openings('alerta', { con_tema: true, tardia: true }).notice).toBe(
      'Alerta de Ana: Pulsó a las 22:14; su teléfono no tenía señal. Toca para ver y responder.',
    )
  })

  it('of a timer claims neither a press, nor that she needs somebody, nor anything of her phone', () => {
    for (const tipo of ['alerta', 'repetida'] as const)
      for (const con_tema of [true, false]) {
        const { mail, ...short } = openings(tipo, { con_tema, origen: 'llegada', tardia: true })
        for (const text of Object.values(short)) expect(text).toMatch(/sin noticias/i)
        for (const text of [mail, ...Object.values(short)])
          expect(text).not.toMatch(/necesita|puls(ó|ado)|señal|botón|llegó/)
      }
  })

  it('names a drill as one, everywhere', () => {
    const drill = { tipo: 'simulacro' as const, datos: { ...datos, origen: 'simulacro' as const } }
    const { subject, text } = writeLetter(drill, secretos, SITE, now)
    for (const words of [
      subject,
      text,
      writeNotice(drill, now).titulo,
      writeSms(drill, secretos, { site: SITE, por: 'sms', now }),
      wordsOf(drill, secretos, SITE, now).join(' '),
    ])
      expect(words).toContain('SIMULACRO')
  })
})

describe('a mail', () => {
  it('says who, what, when, where and what to do', () => {
    const { text, html } = writeLetter({ tipo: 'alerta', datos }, secretos, SITE, now)
    expect(text).toContain('Ana pulsó su botón de ayuda a las 22:14.')
    expect(text).toContain(`${SITE}/alerta/${CODE}?por=correo`)
    expect(text).toContain('llama al 911')
    expect(text).toContain('Llámala solo si sabes que puede hablar.')
    expect(html).toContain(`href="${SITE}/alerta/${CODE}?por=correo"`)
    expect(html).not.toMatch(/<img|<script|src=|style=/)
  })

  it('says that a press comes late, how often she pressed, and what she wrote', () => {
    const more = { ...datos, tardia: true, pulsaciones: 3, nota: 'Voy con <Luis>' }
    const { text, html } = writeLetter({ tipo: 'alerta', datos: more }, secretos, SITE, now)
    expect(text).toContain(
      'Ana pidió ayuda: pulsó a las 22:14; su teléfono no tenía señal. Lo ha pulsado 3 veces.',
    )
    expect(text).toContain('Dejó escrito: «Voy con <Luis>»')
    expect(html).toContain('&lt;Luis&gt;')
  })

  it('of a timer says what she asked for, and nothing of a button', () => {
    const { text } = writeLetter(
      { tipo: 'alerta', datos: { ...datos, origen: 'llegada' } },
      secretos,
      SITE,
      now,
    )
    expect(text).toContain('si no confirmaba que está bien. Quedó en hacerlo a las 22:14')
    expect(text).not.toContain('botón')
  })

  it('confirms by a link of its own', () => {
    for (const tipo of ['confirmacion', 'prueba'] as const)
      expect(writeLetter({ tipo, datos }, secretos, SITE, now).text).toContain(
        `${SITE}/confianza/confirmar/${CODE}`,
      )
  })
})

describe('a mail as the relay gets it', () => {
  const write = (
    letter: Partial<Parameters<typeof writeMail>[0]>,
    to = 'bea@ejemplo.mx',
    from = 'Casa <casa@ejemplo.mx>',
  ) =>
    writeMail(
      { subject: 'Mensaje de Ana', text: 'Hola', html: '<p>Hola</p>', ...letter },
      { from, to, messageId: '5f1d8c2e@ejemplo.mx', now },
    )
  const headersOf = (raw: string) =>
    raw
      .slice(0, raw.indexOf('\r\n\r\n'))
      .replace(/\r\n[ \t]/g, ' ')
      .split('\r\n')
  const words = (header: string) =>
    header
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(/=\?UTF-8\?(Q|B)\?(.*?)\?=/gi, (_all, kind: string, text: string) =>
        /q/i.test(kind) ? unquote(text.replaceAll('_', ' ')) : Buffer.from(text, 'base64').toString('utf8'),
      )
  const unquote = (text: string) => {
    const bytes = text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  }

  it.each([
    'Ana',
    'María de los Ángeles Gutiérrez Íñiguez de la Concepción Núñez',
    '👩‍👧‍👧'.repeat(7),
    'אבגדהוזחט',
    'A\r\nBcc: todas@ejemplo.mx',
    '=?x?',
    '=?utf-8?B?RXF1aXBvIEFtcGFybw==?=',
    '=?utf-8?Q?Equipo_Amparo?=',
  ])('has its words whole in plain signs and short lines, and no header that is not ours: %s', (nombre) => {
    const letter = writeLetter(
      { tipo: 'alerta', datos: { ...datos, nombre, nota: `Sola. = ${nombre}\n.\nFin ` } },
      secretos,
      SITE,
      now,
    )
    const { raw } = write(letter)
    expect(raw).toMatch(/^[\t\r\n\x20-\x7e]*$/)
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
    const headers = headersOf(raw)
    expect(headers.map((header) => header.slice(0, header.indexOf(':')))).toEqual([
      'From',
      'To',
      'Subject',
      'Message-ID',
      'Date',
      'Auto-Submitted',
      'MIME-Version',
      'Content-Type',
    ])
    expect(words(headers[2]!)).toBe(`Subject: ${letter.subject.replace(/\s+/g, ' ').trim()}`)
    const [, plain, html] = raw.split(/--=_\w+(?:--)?\r\n/)
    const body = (part: string) =>
      unquote(part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '')).replaceAll('\r\n', '\n')
    expect(body(plain!)).toBe(letter.text.replaceAll('\r\n', '\n'))
    expect(body(html!)).toBe(letter.html.replaceAll('\r\n', '\n'))
  })

  it('is from whom the operator says and to one address, under the plain name of its domain', () => {
    expect(write({}, 'bea@ñandú.mx').envelope).toEqual({
      from: 'casa@ejemplo.mx',
      to: 'bea@xn--and-6ma2c.mx',
    })
    const from = (text: string) => words(headersOf(write({}, undefined, text).raw)[0]!)
    expect(from('casa@ejemplo.mx')).toBe('From: casa@ejemplo.mx')
    expect(from('"Casa, abierta" <casa@ejemplo.mx>')).toBe('From: "Casa, abierta" <casa@ejemplo.mx>')
    expect(from('Mi rincón <casa@ejemplo.mx>')).toBe('From: Mi rincón <casa@ejemplo.mx>')
    expect(write({}, 'bea@ejemplo.mx\r\nBcc: x').envelope.to).not.toMatch(/\s/)
  })
})

describe('an SMS', () => {
  const sms = (tipo: Tipo, more: Datos = {}, site = SITE) =>
    writeSms({ tipo, datos: { ...datos, digitos: '012345', ...more } }, secretos, { site, por: 'sms', now })
  const WORST = [
    'Ana',
    'María de los Ángeles Gutiérrez Íñiguez de la Concepción Núñez',
    'Zoë Łukasiewicz-Þórðardóttir',
    'ÁÉÍÓÚ'.repeat(12),
    'x'.repeat(60),
    '{}[]~^|\\'.repeat(7),
    '👩‍👧‍👧'.repeat(7),
    '😀'.repeat(60),
    'אבגדהוזחט',
  ]

  it('is one segment where her name allows it', () => {
    expect(sms('alerta')).toBe(
      `Ana te necesita desde las 22:14. Abre y responde: ${SITE}/alerta/${CODE}?por=sms`,
    )
    const opened: Datos[] = [{ tardia: true }, { origen: 'llegada' }, { con_tema: true, tardia: true }]
    for (const tipo of [...CONTACT_TIPOS, 'numero'] as Tipo[])
      for (const end of [...CLOSINGS, ...opened]) {
        const text = sms(tipo, end)
        expect(text.length, text).toBeLessThanOrEqual(160)
        expect(text).not.toMatch(/[áíóúÁÍÓÚ]/)
      }
  })

  it.each(WORST)('never costs more than it may, and never alters the name: %s', (nombre) => {
    for (const tipo of [...CONTACT_TIPOS, 'numero'] as Tipo[])
      for (const end of CLOSINGS)
        for (const [con_tema, origen] of [
          [true, 'boton'],
          [false, 'boton'],
          [true, 'llegada'],
          [false, 'llegada'],
        ] as const)
          for (const pulsada_en of [datos.pulsada_en, '2026-09-01T04:14:00Z']) {
            const more: Datos = { origen, con_tema, pulsada_en, tardia: pulsada_en !== datos.pulsada_en }
            const text = sms(tipo, { ...end, ...more, nombre, cerrada_en: pulsada_en })
            expect(fitsSms(text), `${tipo}: ${text.length} ${text}`).toBe(true)
            // Whole, or not at all: what is left of a name cut short could be somebody else's.
            const start = [...nombre].slice(0, 4).join('')
            expect(!text.includes(start) || text.includes(nombre), text).toBe(true)
            if (tipo === 'alerta' || tipo === 'repetida') expect(text).toContain(`/alerta/${CODE}?por=sms`)
            if (tipo === 'numero') expect(text).toContain('012345')
          }
  })

  it('says who, when and where to look for every name of sixty letters that any phone writes', () => {
    for (const nombre of ['María de los Ángeles Gutiérrez Íñiguez de la Concepción Núñ', 'x'.repeat(60)]) {
      const text = sms('alerta', { nombre }, 'https://example.org')
      expect(text).toContain(nombre)
      expect(text).toContain(CODE)
    }
  })

  it('counts as the alphabets do', () => {
    expect(fitsSms('a'.repeat(160))).toBe(true)
    expect(fitsSms('a'.repeat(161))).toBe(false)
    expect(fitsSms('€'.repeat(80))).toBe(true)
    expect(fitsSms('€'.repeat(81))).toBe(false)
    expect(fitsSms('á'.repeat(134))).toBe(true)
    expect(fitsSms('á'.repeat(135))).toBe(false)
    expect(fitsSms('😀'.repeat(67))).toBe(true)
    expect(fitsSms('😀'.repeat(68))).toBe(false)
  })
})

it('the texts of a template contain no line breaks, which the provider refuses', () => {
  const [who, what, where] = wordsOf(
    { tipo: 'alerta', datos: { ...datos, nombre: 'Ana\n\tMaría     Luz' } },
    secretos,
    SITE,
    now,
  )
  expect([who, what]).toEqual(['Ana María Luz', 'te necesita desde las 22:14'])
  expect(where).toBe(`${SITE}/alerta/${CODE}?por=whatsapp`)
})
