/**
 * Asks an installation what it lacks: its database (`interno.revisar_casa`), and whether each function answers and lets the site's pages call.
 * @param {{ url: string, serviceKey: string, functions: readonly string[] }} options `url`: where the service is
 * @returns {Promise<{ que: string, bien: boolean, falta: string }[]>} each thing that was looked at
 * @throws Error where the database cannot be asked
 */
export async function examine({ url, serviceKey, functions }) {
  const headers = {
    apikey: serviceKey,
    authorization: `Bearer ${serviceKey}`,
    'content-type': 'application/json',
  }
  const response = await fetch(`${url}/rest/v1/rpc/revisar_casa`, { method: 'POST', headers, body: '{}' })
  if (!response.ok) throw new Error(`La base de datos contestó ${response.status}.`)
  const rows = /** @type {{ que: string, bien: boolean, falta: string }[]} */ (await response.json())
  const answers = await Promise.all(
    functions.map(async (name) => {
      // Without a token: what is there refuses, or has no provider (501); what is not there is 404.
      const status = await fetch(`${url}/functions/v1/${name}`, { method: 'POST' }).then(
        (answer) => answer.status,
        () => 0,
      )
      const bien = status === 501 || (status >= 400 && status < 500 && status !== 404)
      return { que: `función ${name}`, bien, falta: `Contesta ${status}: supabase functions deploy ${name}` }
    }),
  )
  return [...rows, ...answers]
}
