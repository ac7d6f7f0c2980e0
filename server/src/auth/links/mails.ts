import type { ServerConfig } from '../../config/serverConfig.ts'
import type { Mail, MailLane } from '../../mail/mailer.ts'
import { CODE_LIFETIME_SECONDS, LINK_LIFETIME_SECONDS, type MailedSecrets } from './oneTimeTokens.ts'
import { siteOf } from './redirects.ts'

/** Subjects say nothing of what the app is for: a message list may be read by somebody else. */
interface Template {
  subject: string
  /** Paragraphs before the link. */
  before: string[]
  /** Words on the button. */
  action?: string
  after: string[]
  /** Which way it takes; without one, the ordinary one. Only what the server sends of its own accord is `security`. */
  lane?: MailLane
}

/** Tells her that no action is needed if it was she. */
const NOTICE_CALM = 'Si fuiste tú, no hace falta que hagas nada.'

const TEMPLATES = {
  confirmation: {
    subject: 'Confirma tu correo',
    before: ['Hola:', 'Alguien se registró con este correo. Si fuiste tú, confirma que es tuyo.'],
    action: 'Confirmar mi correo',
    after: [
      'Si no fuiste tú, no confirmes: abre el enlace y elige «No fui yo», o no hagas nada y en unos días se borra. No le des el código a nadie.',
    ],
  },
  account_exists: {
    subject: 'Ya tienes una cuenta',
    before: [
      'Hola:',
      'Alguien quiso registrarse con este correo, que ya tiene una cuenta. No se cambió nada en ella.',
      'Si fuiste tú, entra con tu contraseña de siempre. Si no la recuerdas, pide una nueva al entrar.',
    ],
    after: ['Si no fuiste tú, no hace falta que hagas nada.'],
  },
  address_taken: {
    subject: 'Ya tienes una cuenta',
    before: [
      'Hola:',
      'Alguien quiso poner este correo en otra cuenta, pero ya tiene la suya. No se cambió nada en ninguna.',
      'Si fuiste tú, entra con tu contraseña de siempre. Si no la recuerdas, pide una nueva al entrar.',
    ],
    after: ['Si no fuiste tú, no hace falta que hagas nada.'],
  },
  invite: {
    subject: 'Una invitación',
    before: ['Hola:', 'Te invitaron a abrir una cuenta con este correo. Si quieres, confirma que es tuyo.'],
    action: 'Confirmar mi correo',
    after: ['Si no esperabas esta invitación, no hagas nada: en unos días se borra.'],
  },
  recovery: {
    subject: 'Tu enlace de acceso',
    before: ['Hola:', 'Pediste elegir una contraseña nueva. Este enlace te deja entrar para hacerlo.'],
    action: 'Elegir una contraseña nueva',
    after: ['Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma.'],
  },
  magic_link: {
    subject: 'Tu enlace de acceso',
    before: ['Hola:', 'Pediste entrar sin contraseña. Este enlace te deja entrar.'],
    action: 'Entrar',
    after: ['Si no fuiste tú, no hagas nada: sin este correo nadie entra.'],
  },
  no_account: {
    subject: 'Tu solicitud',
    before: [
      'Hola:',
      'Alguien pidió un enlace de acceso para este correo, pero no hay ninguna cuenta con él.',
      'Si fuiste tú, quizá te registraste con otro correo.',
    ],
    after: ['Si no fuiste tú, no hace falta que hagas nada.'],
  },
  email_change: {
    subject: 'Confirma el cambio de correo',
    before: [
      'Hola:',
      'Pediste cambiar el correo de tu cuenta. El cambio se hace cuando se confirme desde los dos correos, el de antes y el nuevo.',
    ],
    action: 'Confirmar el cambio',
    after: ['Si no fuiste tú, no confirmes y cambia tu contraseña.'],
  },
  reauthentication: {
    subject: 'Tu código',
    before: ['Hola:', 'Usa este código para continuar.'],
    after: ['Si no fuiste tú, no lo compartas con nadie.'],
  },
  notice_device: {
    subject: 'Un aviso de tu cuenta',
    before: [
      'Hola:',
      'Alguien entró en tu cuenta desde un dispositivo en el que no se había entrado antes.',
      NOTICE_CALM,
    ],
    action: 'No fui yo',
    after: [],
  },
  notice_factor_added: {
    subject: 'Un aviso de tu cuenta',
    before: [
      'Hola:',
      'Se activó la verificación en dos pasos en tu cuenta, o se pidió activarla.',
      NOTICE_CALM,
    ],
    action: 'No fui yo',
    after: [],
  },
  notice_factor_removed: {
    subject: 'Un aviso de tu cuenta',
    before: ['Hola:', 'Se quitó una verificación en dos pasos de tu cuenta.', NOTICE_CALM],
    action: 'No fui yo',
    after: [],
  },
  notice_password: {
    subject: 'Un aviso de tu cuenta',
    before: ['Hola:', 'Cambió la contraseña de tu cuenta.', NOTICE_CALM],
    action: 'No fui yo',
    after: [],
  },
  notice_email: {
    subject: 'Un aviso de tu cuenta',
    before: ['Hola:', 'El correo de tu cuenta ya no es este.', NOTICE_CALM],
    action: 'No fui yo',
    after: [],
  },
  notice_deletion: {
    subject: 'Un aviso de tu cuenta',
    before: ['Hola:', 'Se pidió eliminar tu cuenta.', NOTICE_CALM],
    action: 'No fui yo',
    after: [],
  },
  notice_code: {
    subject: 'Un aviso de tu cuenta',
    before: ['Hola:', 'Se hizo un código nuevo en tu cuenta.', NOTICE_CALM],
    action: 'No fui yo',
    after: [],
  },
  notice_code_removed: {
    subject: 'Un aviso de tu cuenta',
    before: ['Hola:', 'Se quitó una copia con la que podías recuperar algo de tu cuenta.', NOTICE_CALM],
    action: 'No fui yo',
    after: [],
  },
  notice_return_asked: {
    subject: 'Un aviso de tu cuenta',
    before: ['Hola:', 'Se pidió recuperar algo de tu cuenta en un dispositivo.', NOTICE_CALM],
    action: 'Detener',
    after: ['Si nadie lo detiene, podrá recuperarse en 24 horas. Abrir el enlace no cambia nada todavía.'],
  },
  notice_returned: {
    subject: 'Un aviso de tu cuenta',
    before: ['Hola:', 'Se recuperó algo de tu cuenta en un dispositivo.', NOTICE_CALM],
    action: 'No fui yo',
    after: [],
  },
  notice_undone: {
    subject: 'Un aviso de tu cuenta',
    before: [
      'Hola:',
      'Se deshizo un cambio en tu cuenta, como pediste desde un aviso. Cerramos todas las sesiones: vuelve a entrar cuando quieras.',
    ],
    after: [],
  },
} as const satisfies Record<string, Template>

export type MailKind = keyof typeof TEMPLATES

/** @returns the lane of a kind of message: one place says it, for the queue and for the limits alike */
export function laneOf(kind: MailKind): MailLane {
  return (TEMPLATES[kind] as Template).lane ?? 'ordinary'
}

/** What a message lets its reader do; nothing where it only informs. */
export interface MessageDetails {
  secrets?: MailedSecrets
  /** Where the button leads: `type` as /verify reads it, and the page to open afterwards. */
  link?: { type: string; redirectTo: string }
}

/** A text message can be read on the lock screen, so it says as little as possible. */
export function writeSms(kind: MailKind, { secrets }: MessageDetails): string {
  if (secrets) return `Tu código: ${secrets.code}. Vale ${minutes(CODE_LIFETIME_SECONDS)}.`
  return kind === 'no_account'
    ? 'Alguien pidió un código para este número, que no tiene cuenta.'
    : 'Este número ya tiene una cuenta. Entra como siempre.'
}

/** Writes a mail, plain and HTML. */
export function writeMail(
  config: ServerConfig,
  kind: MailKind,
  to: string,
  details: MessageDetails = {},
): Mail {
  const template: Template = TEMPLATES[kind]
  const { secrets, link } = details
  const address = secrets && link ? verifyAddress(config, secrets.link, link) : undefined
  const code = secrets?.code
  const own = config.project.auth.email.templates?.[kind]
  if (own?.html !== undefined) {
    const html = fillIn(own.html, {
      ConfirmationURL: address,
      Token: code,
      Email: to,
      SiteURL: siteOf(config),
    })
    return {
      to,
      subject: own.subject ?? template.subject,
      text: toText(html),
      html,
      kind,
      lane: laneOf(kind),
    }
  }
  const text = [
    ...template.before,
    address && `${template.action}:\n${address}`,
    address && `El enlace vale ${minutes(LINK_LIFETIME_SECONDS)}.`,
    code &&
      `${address ? 'Si te piden un código' : 'Código'}: ${code} (vale ${minutes(CODE_LIFETIME_SECONDS)}).`,
    ...template.after,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
  const subject = own?.subject ?? template.subject
  return { to, subject, text, html: toHtml(template, address, code), kind, lane: laneOf(kind) }
}

/**
 * Writes a notice of security: what happened in neutral words, and the address of «No fui yo», which opens a page and changes
 * nothing by itself.
 */
export function writeNotice(kind: MailKind, to: string, address?: string): Mail {
  const template: Template = TEMPLATES[kind]
  const { subject, before, action } = template
  const days = ['Puedes decirlo durante siete días. Abrir el enlace no cambia nada todavía.']
  const after = address ? (template.after.length > 0 ? template.after : days) : []
  const text = [...before, address && `${action}:\n${address}`, ...after].filter(Boolean).join('\n\n')
  const html = toHtml({ ...template, after }, address, undefined, false)
  return { to, subject, text, html, kind, lane: 'security' }
}

/** Source: Supabase documentation, "Email Templates": the variables of its templates. */
function fillIn(html: string, values: Record<string, string | undefined>): string {
  return html.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (_whole, name: string) => escapeHtml(values[name] ?? ''))
}

/** The same to read without a browser: links stand behind their words. */
function toText(html: string): string {
  return html
    .replace(/<(head|style|script)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2:\n$1\n')
    .replace(/<\/(p|div|h\d|li|tr)>|<br\s*\/?>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
  amp: '&',
}

/** Where a mailed link leads. */
export function verifyAddress(
  { siteUrl }: ServerConfig,
  token: string,
  { type, redirectTo }: { type: string; redirectTo: string },
): string {
  return `${siteUrl}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`
}

function toHtml(
  template: Template,
  address: string | undefined,
  code: string | undefined,
  isShortLived = true,
): string {
  const parts = template.before.map(paragraph)
  if (address) {
    parts.push(
      `<p style="margin:24px 0"><a href="${escapeHtml(address)}" style="background:#2b2b2b;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escapeHtml(template.action ?? '')}</a></p>`,
      ...(isShortLived ? [paragraph(`El enlace vale ${minutes(LINK_LIFETIME_SECONDS)}.`)] : []),
    )
  }
  if (code) {
    parts.push(
      `<p style="margin:0 0 16px">${address ? 'Si te piden un código' : 'Código'}: <strong style="letter-spacing:2px">${escapeHtml(code)}</strong> (vale ${minutes(CODE_LIFETIME_SECONDS)}).</p>`,
    )
  }
  parts.push(...template.after.map(paragraph))
  return [
    '<!doctype html>',
    `<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(template.subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5;color:#2b2b2b">',
    '<div style="max-width:480px;margin:0 auto">',
    ...parts,
    '</div></body></html>',
  ].join('\n')
}

function paragraph(content: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(content)}</p>`
}

function minutes(seconds: number): string {
  return seconds === 3_600 ? 'una hora' : `${Math.round(seconds / 60)} minutos`
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
