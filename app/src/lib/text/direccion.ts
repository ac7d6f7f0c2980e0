/**
 * Where the app fetches a published file. A file that was replaced under its address is asked for as of this version, so that no
 * copy of the one before is shown; the address without it leads to the same file.
 */
export function direccionOf<Url extends string | null>(url: Url, version: number): Url {
  return (url && version > 1 ? `${url}?v=${version}` : url) as Url
}
