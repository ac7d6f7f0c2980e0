import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { cx } from '../../components/cx.ts'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { useFailure } from '../../components/feedback/useFailure.ts'
import { visibleAvatar } from '../../features/blog/avatar.ts'
import { readBlogPosts } from '../../features/blog/blogPosts.ts'
import { DrawnAvatar } from '../../features/blog/DrawnAvatar.tsx'
import { useHistorias } from '../../features/blog/historias.ts'
import { iconoOf } from '../../features/salas/iconos.ts'
import { Moment } from '../../features/salas/Moment.tsx'
import { useSalas, useUltimos } from '../../features/salas/salas.ts'
import { SALAS_NO_CARGADAS } from '../../features/salas/toasts.ts'
import { toneOf } from '../../features/salas/toneOf.ts'
import { readable } from '../../lib/text/readable.ts'
import { COMUNIDAD_ROW, ComunidadFrame, SHOWN } from './ComunidadWaiting.tsx'

/**
 * What was told last, and in which circles somebody wrote, below the two links of the community on a wide screen. What was written in a
 * circle is not shown: somebody who looks over her shoulder reads no word of it.
 */
export function ComunidadHoy() {
  return <ComunidadFrame historias={useHistoriaRows()} circulos={useCirculoRows()} />
}

/** What was published, and where that is little, or cannot be had, what this browser keeps. */
function useHistoriaRows(): ReactNode {
  const query = useHistorias()
  const failure = useFailure(query)
  const [kept] = useState(readBlogPosts)
  if (!query.data && !failure) return undefined
  const published = (query.data ?? []).map(({ id, titulo, contenido, avatar, autora }) => ({
    id,
    title: titulo,
    content: contenido,
    avatar,
    author: autora ?? '',
  }))
  return [...published, ...kept]
    .slice(0, SHOWN)
    .map(({ id, title, content, avatar, author }) => (
      <Row
        key={id}
        to="/comunidad/blog#historias"
        sign={<DrawnAvatar emoji={visibleAvatar(avatar)} />}
        title={readable(title)}
        text={readable(content)}
        note={<bdi translate="no">{readable(author) || 'Anónima'}</bdi>}
      />
    ))
}

/** Those in which somebody wrote last come first; their order is known before they are shown. */
function useCirculoRows(): ReactNode {
  const query = useSalas()
  const failure = useFailure(query)
  const ultimos = useUltimos()
  const unordered = useFailure(ultimos)
  const salas = query.data
  if (!salas && failure) {
    return (
      <li>
        <ErrorState
          message={SALAS_NO_CARGADAS}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      </li>
    )
  }
  if (!salas || (!ultimos.data && !unordered)) return undefined
  if (salas.length === 0) return <li className="px-2 text-tinta-suave">Todavía no hay salas abiertas.</li>
  const lastIn = (id: string) => ultimos.data?.get(id)?.creado_en ?? ''
  return [...salas]
    .sort((one, other) => lastIn(other.id).localeCompare(lastIn(one.id)))
    .slice(0, SHOWN)
    .map((sala) => {
      const Icon = iconoOf(sala.icono)
      const last = lastIn(sala.id)
      return (
        <Row
          key={sala.id}
          to={`/comunidad/sala/${sala.id}`}
          sign={
            <span className={cx('grid size-11 shrink-0 place-items-center rounded-full', toneOf(sala))}>
              <Icon aria-hidden="true" className="size-5" />
            </span>
          }
          title={sala.nombre}
          text={sala.descripcion ?? ''}
          note={
            last ? (
              <>
                Último mensaje: <Moment moment={new Date(last)} />
              </>
            ) : (
              // Nothing is claimed where it is not known.
              ultimos.data && 'Todavía nadie ha escrito aquí.'
            )
          }
        />
      )
    })
}

type RowProps = { to: string; sign: ReactNode; title: string; text: string; note: ReactNode }

function Row({ to, sign, title, text, note }: RowProps) {
  return (
    <li className={COMUNIDAD_ROW}>
      <Link
        to={to}
        className="flex min-w-0 items-center gap-3 rounded-control px-2 py-2 transition-colors duration-150 hover:bg-hundido"
      >
        {sign}
        <span data-corto className="grid min-w-0 flex-1 leading-snug">
          <bdi className="line-clamp-1 font-semibold">{title}</bdi>
          <bdi className="line-clamp-1 text-[0.9375rem] text-tinta-suave">{text}</bdi>
          <span className="line-clamp-1 text-sm text-tinta-suave">{note}</span>
        </span>
      </Link>
    </li>
  )
}
