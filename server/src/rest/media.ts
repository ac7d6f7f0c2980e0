import { ApiError } from '../core/errors.ts'

/** In which shape an answer goes out. */
export interface Media {
  /** One object instead of an array; anything but exactly one row is an error. */
  isSingular: boolean
  /** Leaves out members that are null. */
  stripsNulls: boolean
  contentType: string
}

const JSON_ARRAY: Media = {
  isSingular: false,
  stripsNulls: false,
  contentType: 'application/json; charset=utf-8',
}
const PLAIN = new Set(['', '*/*', 'application/*', 'application/json'])

/**
 * Chooses the first acceptable shape of the header `Accept`.
 * @throws ApiError PGRST107 (406) when none can be given
 */
export function negotiate(accept: string | undefined): Media {
  if (accept === undefined || PLAIN.has(accept)) return JSON_ARRAY
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const stripsNulls = parameters.includes('nulls=stripped')
    if (type === 'application/vnd.pgrst.object+json' || type === 'application/vnd.pgrst.object') {
      const contentType = `application/vnd.pgrst.object+json${stripsNulls ? ';nulls=stripped' : ''}; charset=utf-8`
      return { isSingular: true, stripsNulls, contentType }
    }
    if (type === 'application/vnd.pgrst.array+json' || type === 'application/vnd.pgrst.array') {
      const contentType = `application/vnd.pgrst.array+json${stripsNulls ? ';nulls=stripped' : ''}; charset=utf-8`
      return { isSingular: false, stripsNulls, contentType }
    }
    if (PLAIN.has(type)) return JSON_ARRAY
  }
  throw new ApiError(406, 'PGRST107', `None of these media types are available: ${accept}`)
}
