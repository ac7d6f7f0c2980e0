import { Heart, MessageCircle } from 'lucide-react'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { readable } from '../../lib/text/readable.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { visibleAvatar } from './avatar.ts'
import { DrawnAvatar } from './DrawnAvatar.tsx'
import { Texto } from './Texto.tsx'

type PostProps = {
  author: string
  avatar: string | null
  title: string
  content: string
  likes?: number
  comments?: number
  /** When it was published, where that is known. */
  date?: string
  own?: boolean
}

/** One story of the list. The two counts are buttons that do nothing yet (docs/product.md#stories). */
export function Post({ author, avatar, title, content, likes = 0, comments = 0, date, own }: PostProps) {
  return (
    <Card as="article" className="grid gap-3">
      <header className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3">
        <DrawnAvatar emoji={visibleAvatar(avatar)} />
        <p className="grid min-w-0 leading-tight">
          <bdi translate="no" className="font-semibold wrap-anywhere">
            {readable(author) || 'Anónima'}
          </bdi>
          {date && (
            <time dateTime={date} className="text-sm text-tinta-suave">
              {longFecha(new Date(date))}
            </time>
          )}
        </p>
        {own && <Badge tone="salvia">Tuya</Badge>}
      </header>
      <h3 dir="auto" className="text-xl wrap-anywhere [unicode-bidi:isolate]">
        {readable(title)}
      </h3>
      <Texto>{content}</Texto>
      <footer className="-mb-1.5 -ml-2.5 flex gap-1 text-tinta-suave">
        <Cuenta icon={<Heart aria-hidden="true" className="size-5" />} label="Me gusta" count={likes} />
        <Cuenta
          icon={<MessageCircle aria-hidden="true" className="size-5" />}
          label="Comentarios"
          count={comments}
        />
      </footer>
    </Card>
  )
}

function Cuenta({ icon, label, count }: { icon: React.ReactNode; label: string; count: number }) {
  return (
    <button
      type="button"
      aria-label={`${label}: ${count}`}
      className="inline-flex min-h-11 min-w-11 items-center gap-1.5 rounded-control px-2.5 font-semibold text-sm tabular-nums hover:bg-jacaranda-suave"
    >
      {icon}
      {count}
    </button>
  )
}
