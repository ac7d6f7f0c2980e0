import type { StoredMail } from './mailbox.ts'

/** The page's style, served as a file of its own: the content security policy allows none inside a page. */
export const MAILBOX_STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.4rem; }
h2 { font-size: 1.1rem; margin: 0 0 .25rem; }
form { display: flex; gap: .5rem; margin: 1rem 0 1.5rem; }
input { flex: 1; min-width: 0; font: inherit; padding: .5rem .75rem; }
button { font: inherit; padding: .5rem 1rem; }
article { border: 1px solid; border-color: color-mix(in srgb, currentColor 20%, transparent); border-radius: .75rem; padding: 1rem 1.25rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
article p { margin: 0 0 .75rem; }
article pre { font: inherit; white-space: pre-wrap; margin: 0; }
`

/**
 * The local mailbox as a page.
 * @param to the address whose mail is shown, where only hers is
 */
export function mailboxPage(mails: readonly StoredMail[], to?: string): string {
  const content =
    mails.length === 0 ? '<p>No hay correos todavía.</p>' : mails.map((mail) => message(mail)).join('\n')
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Buzón local</title>
<link rel="stylesheet" href="/_mailbox.css">
</head>
<body>
<main>
<h1>Buzón local</h1>
<p>Sin un servidor de correo configurado, los correos se quedan aquí y no salen de este equipo.</p>
<form method="get" action="/_mailbox">
<input type="search" name="to" value="${escapeHtml(to ?? '')}" placeholder="Correo" aria-label="Ver solo los correos para">
<button>Buscar</button>
</form>
${content}
</main>
</body>
</html>
`
}

function message({ to, subject, text }: StoredMail): string {
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>Para: ${escapeHtml(to)}</p>
<pre>${withLinks(text)}</pre>
</article>`
}

/** Text as HTML, with its web addresses as links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
