import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { useLedHere } from '../../components/layout/useLedHere.ts'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import { useSayFailure } from '../../lib/toast/sharedToasts.ts'
import { readBlogPosts } from './blogPosts.ts'
import { useHistorias } from './historias.ts'
import { Post } from './Post.tsx'
import * as toasts from './toasts.ts'

/** What in an address leads to them. */
export const HISTORIAS = '#historias'

/** Everything that can be read: what was published, newest first, and below it what this browser keeps. */
export function Publicadas() {
  const query = useHistorias()
  const [kept] = useState(readBlogPosts)
  const heading = useLedHere<HTMLHeadingElement>(HISTORIAS)
  useSayFailure(query.isLoadingError, toasts.SIN_HISTORIAS)

  return (
    <section aria-labelledby="historias-titulo" className="in-turn grid min-w-0 content-start gap-4">
      <h2 ref={heading} id="historias-titulo" tabIndex={-1} className="text-2xl">
        Historias
      </h2>
      <QueryView query={query} errorMessage={NOT_HERE} empty={null} isEmpty={() => false}>
        {(historias) => (
          <>
            {historias.map(({ id, titulo, contenido, avatar, autora, publicada_en, es_mia }) => (
              <Post
                key={id}
                author={autora ?? 'Anónima'}
                avatar={avatar}
                title={titulo}
                content={contenido}
                date={publicada_en}
                own={es_mia}
              />
            ))}
            {query.hasNextPage && (
              <Button
                look="secondary"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
                className="justify-self-center"
              >
                {query.isFetchNextPageError ? 'Reintentar' : 'Ver más historias'}
              </Button>
            )}
          </>
        )}
      </QueryView>
      {kept.map(({ id, ...post }) => (
        <Post key={id} {...post} />
      ))}
    </section>
  )
}
