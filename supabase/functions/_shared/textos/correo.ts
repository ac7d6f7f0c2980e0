import type { Datos, Envio, Secretos } from '../envio.ts'
import { COACCION, isForced, isLate, isTimer } from './apertura.ts'
import { tellClosing } from './cierre.ts'
import { tellTime } from './momento.ts'

export interface Carta {
  subject: string
  text: string
  html: string
}

/** A paragraph; of several lines, a list. */
type Part = string | string[] | { link: string }

/**
 * The mail of an envío. Its subject says neither product nor topic unless she wants it: it is read on locked screens. No pictures and
 * nothing that tells who opened it.
 * @param site origin of the pages, without a slash at the end
 */
export function writeLetter(
  { tipo, datos }: Pick<Envio, 'tipo' | 'datos'>,
  { codigo, clave }: Pick<Secretos, 'codigo' | 'clave'>,
  site: string,
  now?: Date,
): Carta {
  const name = datos.nombre ?? 'Alguien que confía en ti'
  const page = { link: `${site}/alerta/${codigo}?por=correo` }
  switch (tipo) {
    case 'confirmacion':
      return letter('Confirma tu correo', [
        // To an address that nobody has confirmed goes no word that somebody typed, her name neither.
        'Alguien dio este correo para recibir los avisos de una persona que confía en ti.',
        'Si fuiste tú, confírmalo aquí:',
        { link: `${site}/confianza/confirmar/${clave}` },
        'Si no fuiste tú, no hagas nada: sin confirmar no te llegará ningún aviso.',
      ])
    case 'convocatoria':
      return letter('Una invitación para ti', [
        `Te invitan a ser parte del equipo que cuida este lugar, como ${datos.papel ?? 'integrante'}.`,
        'Si quieres, entra con una cuenta que tenga este correo y acéptala en tu perfil, antes de siete días:',
        { link: `${site}/perfil` },
        'Te pediremos tu contraseña, y una verificación en dos pasos antes de empezar.',
        'Si no la esperabas, no hagas nada: nadie sabrá si tienes una cuenta.',
      ])
    case 'guardia':
      // Who reads it over her shoulder learns that she helps somewhere, and no more.
      return letter('Te esperan', [
        'Hay algo que no debería esperar, y hoy te toca.',
        'Cuando estés en un lugar seguro, ábrelo aquí:',
        { link: `${site}/admin/hoy` },
      ])
    case 'prueba':
      return letter('Mensaje de prueba', [
        `Es solo una prueba de los avisos de ${name}. No ha pasado nada.`,
        ...(clave
          ? ['Abre este enlace y confirma que te llegó:', { link: `${site}/confianza/confirmar/${clave}` }]
          : []),
      ])
    case 'relevo':
      return letter('Un cambio en tus avisos', [
        `Alguien respondió un enlace nuevo de ${name} como su contacto. Desde ahora sus avisos van a otro lado, y no a este correo.`,
        `Si fuiste tú, no tienes que hacer nada. Si no, llama a ${name} al número que ya tenías y díselo.`,
      ])
    case 'simulacro':
      return letter(`SIMULACRO · Mensaje de ${name}`, [
        `SIMULACRO: no ha pasado nada. ${name} está probando que sus avisos te llegan.`,
        'Abre el enlace para que sepa que lo viste:',
        page,
        WHY,
      ])
    case 'cierre':
      return letter(datos.con_tema ? `Se cerró la alerta de ${name}` : `Otro mensaje de ${name}`, [
        tellClosing({ ...datos, nombre: name }, now),
        ...(isForced(datos)
          ? [tellDanger(datos)]
          : datos.con_pin || datos.motivo === 'sin_noticias' || datos.motivo === 'cuenta_eliminada'
            ? []
            : ['Lo normal es que la cierre ella. Aun así, búscala por otro medio y pregúntale cómo está.']),
        ...(codigo ? [page] : []),
        'Recibes esto porque aceptaste ser su contacto.',
      ])
    default:
      return letter(alertSubject(tipo === 'repetida', name, datos), [
        ...(tipo === 'repetida' ? ['Te escribimos otra vez porque sigue abierta.'] : []),
        ...tellAlert({ ...datos, nombre: name }, now),
        ...(datos.coaccion ? [COACCION] : []),
        'Aquí ves su última ubicación, si la hay, y puedes responderle:',
        page,
        [
          'Qué hacer:',
          datos.coaccion
            ? 'Abre el enlace y responde «Ya voy» o «No puedo ahora».'
            : 'Abre el enlace y responde «Ya voy», «La estoy llamando» o «No puedo ahora». Se lo mostramos.',
          ...(datos.coaccion ? [] : ['Llámala solo si sabes que puede hablar. El enlace te dice si puedes.']),
          tellDanger(datos),
        ],
        WHY,
      ])
  }
}

const tellDanger = (datos: Datos) => `Si crees que corre peligro, llama al ${tellNumero(datos)}.`

/** The number of her country: the page of the link says whose it is and where it was read. */
function tellNumero({ numero_emergencia: numero, numero_sin_verificar }: Datos): string {
  if (!numero) return 'número de emergencia de su país'
  return `${numero}, el número de emergencia de su país${numero_sin_verificar ? ' (sin verificar)' : ''}`
}

const WHY = 'Recibes esto porque aceptaste ser su contacto. En la página del enlace puedes dejar de serlo.'

function alertSubject(again: boolean, name: string, datos: Datos): string {
  if (datos.con_tema) return again ? `Sigue abierta la alerta de ${name}` : `Alerta de ${name}`
  if (!again) return `Mensaje de ${name}`
  return isTimer(datos) ? `Seguimos sin noticias de ${name}` : `${name} te sigue necesitando`
}

/** What happened and when, in one or two sentences. */
function tellAlert(datos: Datos, now?: Date): string[] {
  const hour = tellTime(datos.pulsada_en, datos.zona, { now })
  const times = datos.pulsaciones ?? 1
  const note = datos.nota ? [`Dejó escrito: «${datos.nota}»`] : []
  if (isTimer(datos))
    return [
      `${datos.nombre} pidió que te avisáramos si no confirmaba que está bien. Quedó en hacerlo a las ${hour}, y todavía no sabemos de ella.`,
      ...note,
    ]
  const again = times > 1 ? ` Lo ha pulsado ${times} veces.` : ''
  return [
    isLate(datos)
      ? `${datos.nombre} pidió ayuda: pulsó a las ${hour}; su teléfono no tenía señal.${again}`
      : `${datos.nombre} pulsó su botón de ayuda a las ${hour}.${again}`,
    ...note,
  ]
}

function letter(subject: string, parts: Part[]): Carta {
  const text = parts
    .map((part) => {
      if (typeof part === 'string') return part
      if (!Array.isArray(part)) return part.link
      const [title, ...lines] = part
      return [title, ...lines.map((line) => `- ${line}`)].join('\n')
    })
    .join('\n\n')
  const body = parts
    .map((part) => {
      if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
      if (!Array.isArray(part))
        return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.link)}</a></p>`
      const [title, ...lines] = part
      return `<p>${escapeHtml(title!)}</p><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
    })
    .join('')
  return {
    subject,
    text,
    html: `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>${body}</body></html>`,
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]!)
}
