type Rules = {
  createScriptURL: (url: string) => string
  createHTML: (html: string) => string
}
type Factory = { createPolicy: (name: string, rules: Rules) => Rules }

const rules: Rules = {
  createScriptURL: (url) => {
    if (url !== '/sw.js') throw new TypeError(`not a script of ours: ${url}`)
    return url
  },
  createHTML: (html) => html,
}

/**
 * The one policy that the server's header allows (`trusted-types app`): what the browser lets through as a script
 * address or as HTML. Used by `useSettleIn.ts`, and by `components/content/SafeHtml.tsx` to parse into a document that runs nothing.
 */
export const trusted: Rules =
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('app', rules) ?? rules
