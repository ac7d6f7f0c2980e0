import { onDevice } from '../../lib/device/storage.ts'
import { brand } from '../../lib/installation/brand.ts'

/** A post as the browser keeps it (docs/product.md#browser-keys). */
export type BlogPost = {
  id: string
  author: string
  title: string
  content: string
  likes: number
  comments: number
  avatar: string
}

const KEY = 'blogPosts'

/** The two seed posts, shown while the browser keeps none; they advise on writing without being identified. */
const SEMILLAS: BlogPost[] = [
  {
    id: 'semilla-1',
    author: `Equipo ${brand.name}`,
    title: 'Aquí tu historia tiene lugar',
    content:
      'No hace falta que sea larga, ni que tenga un final feliz, ni que esté bien escrita. Puede ser una tarde, una frase que se te quedó, el primer paso que diste o el que todavía no puedes dar.\n\nCuando una cuenta, otra se reconoce y respira. Escribe a tu ritmo: lo que empieces se queda guardado hasta que decidas enviarlo, y si cambias de opinión puedes retirarlo cuando quieras.',
    likes: 0,
    comments: 0,
    avatar: '🌸',
  },
  {
    id: 'semilla-2',
    author: `Equipo ${brand.name}`,
    title: 'Contar sin ponerte en riesgo',
    content:
      'Cambia los nombres, también el tuyo. Deja fuera la calle, la escuela, el trabajo y las fechas exactas: lo que sentiste se entiende igual sin ellas.\n\nPiensa quién podría reconocer un detalle que solo ustedes dos conocen. Y si ahora mismo no estás a salvo, lo primero eres tú: en Seguridad hay números que contestan y personas que acompañan. La historia puede esperar.',
    likes: 0,
    comments: 0,
    avatar: '🕊️',
  },
]

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const count = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.trunc(value)) : 0

function asPost(value: unknown, index: number): BlogPost | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, author, title, content, likes, comments, avatar } = value as Record<string, unknown>
  if (!text(title) && !text(content)) return null
  return {
    id: `${String(id ?? '')}-${index}`,
    author: text(author),
    title: text(title),
    content: text(content),
    likes: count(likes),
    comments: count(comments),
    avatar: text(avatar),
  }
}

/** The posts that this browser keeps; where it keeps none, the two seed posts, which it keeps from then on. */
export function readBlogPosts(): BlogPost[] {
  try {
    const stored: unknown = JSON.parse(onDevice.getItem(KEY) ?? '[]')
    const posts = (Array.isArray(stored) ? stored : []).map(asPost).filter((post) => post !== null)
    if (posts.length > 0) return posts
    onDevice.setItem(KEY, JSON.stringify(SEMILLAS))
  } catch {
    // Unreadable: the seed posts are shown.
  }
  return SEMILLAS
}
