import { createHash } from 'node:crypto'

/** What a mailed link is for. */
export type LinkPage = 'confirmation' | 'magic_link' | 'recovery' | 'email_change'

/** The page that a mailed link opens, with a content security policy that allows nothing beyond what it is made of. */
export interface WrittenPage {
  html: string
  policy: string
}

interface Words {
  title: string
  text: string
  action: string
  /** The button that undoes what somebody else began, and what it does. */
  refuse?: { action: string; text: string }
  after?: string
}

const NOT_YOU = 'Si no fuiste tú, cierra esta página: no cambia nada.'

const PAGES: Readonly<Record<LinkPage, Words>> = {
  confirmation: {
    title: 'Confirma tu correo',
    text: '¿Te registraste tú con este correo? Confírmalo y después entra con la contraseña que elegiste.',
    action: 'Confirmar mi correo',
    refuse: {
      action: 'No fui yo',
      text: 'Si no fuiste tú, alguien usó tu correo. Con este botón se borra ese registro.',
    },
  },
  magic_link: {
    title: 'Entra a tu cuenta',
    text: 'Pediste entrar sin contraseña.',
    action: 'Entrar',
    after: NOT_YOU,
  },
  recovery: {
    title: 'Elige otra contraseña',
    text: 'Pediste elegir una contraseña nueva.',
    action: 'Elegir una contraseña nueva',
    after: NOT_YOU,
  },
  email_change: {
    title: 'Confirma el cambio de correo',
    text: 'Alguien pidió cambiar el correo de una cuenta. Si fuiste tú, confírmalo aquí y en el otro correo.',
    action: 'Confirmar el cambio',
    after: NOT_YOU,
  },
}

/** Neutral like the mails: it does not say what the app is for. */
const STYLE = `
:root{color-scheme:light dark;--paper:#faf8f6;--card:#fff;--ink:#2b2b2b;--soft:#5b5750;--line:#d9d3cb}
@media(prefers-color-scheme:dark){:root{--paper:#1b1917;--card:#262320;--ink:#f3efe9;--soft:#c4bcb1;--line:#4a453f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:16px;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:24px;border:1px solid var(--line);border-radius:16px;background:var(--card)}
h1{margin:0 0 12px;font-size:1.5rem;line-height:1.25}
p{margin:0 0 16px;color:var(--soft)}
button{width:100%;min-height:48px;padding:10px 16px;border-radius:10px;border:1px solid var(--ink);background:var(--ink);color:var(--card);font:inherit;font-weight:600;cursor:pointer}
button.quiet{background:transparent;color:var(--ink)}
button:focus-visible{outline:3px solid #7a5bb5;outline-offset:2px}
hr{margin:20px 0;border:0;border-top:1px solid var(--line)}
form>:last-child,main>:last-child{margin-bottom:0}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Where title and text stand in a page of the product's own. */
const PLACES = { title: '<!--titulo-->', body: '<!--texto-->' }

/**
 * The page that stands between a mailed link and what it does: one button, so that a scanner that opens links changes nothing.
 * @param address of the page itself, where its buttons are sent
 * @param target where the browser is sent afterwards: the policy must let a form lead there
 * @param frame the product's own page, which may load what is served beside it; without one, a plain page
 */
export function linkPage(kind: LinkPage, address: string, target: string, frame?: string): WrittenPage {
  const { title, text, action, refuse, after } = PAGES[kind]
  const body = [
    `<form method="post" action="${escapeHtml(address)}">`,
    `<p>${escapeHtml(text)}</p>`,
    `<button name="accion" value="confirmar">${escapeHtml(action)}</button>`,
    refuse &&
      `<hr><p>${escapeHtml(refuse.text)}</p><button class="quiet" name="accion" value="rechazar">${escapeHtml(refuse.action)}</button>`,
    after && `<hr><p>${escapeHtml(after)}</p>`,
    '</form>',
  ]
  return write(title, body.filter(Boolean).join('\n'), frame, target)
}

/** What she sees after «No fui yo». */
export function refusedPage(frame?: string): WrittenPage {
  return write(
    'Listo',
    '<p>Borramos ese registro. Nadie tiene una cuenta con tu correo y no hace falta que hagas nada más.</p>',
    frame,
  )
}

function write(title: string, body: string, frame?: string, target?: string): WrittenPage {
  const heading = `<h1>${escapeHtml(title)}</h1>\n`
  const html = frame
    ? frame.replace(PLACES.title, () => escapeHtml(title)).replace(PLACES.body, () => heading + body)
    : plain(title, heading + body)
  const policy = [
    "default-src 'none'",
    ...(frame
      ? ["style-src 'self'", "script-src 'self'", "img-src 'self'"]
      : [`style-src 'sha256-${STYLE_HASH}'`]),
    `form-action 'self'${target ? ` ${sourceOf(target)}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html, policy }
}

function plain(title: string, body: string): string {
  return [
    '<!doctype html>',
    '<html lang="es"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    '<body><main>',
    body,
    '</main></body></html>',
  ].join('\n')
}

/** A browser follows a form only to places that the policy names, redirects included. Source: CSP Level 3, `form-action`. */
function sourceOf(target: string): string {
  const { origin, protocol } = new URL(target)
  return origin === 'null' ? protocol : origin
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
