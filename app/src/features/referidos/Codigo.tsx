import { Check, Copy, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { cx } from '../../components/cx.ts'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { enlaceOf } from './referidos.ts'

/** How long the button says that the code was copied (docs/product.md#referrals). */
const COPIED_MS = 2000

/** As large as eight of the widest letters may be on this line: chance makes them. */
const BOX =
  'rounded-card border-2 border-jacaranda-viva border-dashed bg-jacaranda-suave px-4 py-5 text-center font-semibold text-[min(1.875rem,9cqw)] text-jacaranda-texto indent-[0.18em] leading-tight tracking-[0.18em] wrap-anywhere'
const LINK = 'select-all text-center text-sm text-tinta-suave wrap-anywhere'
const WAYS = 'grid gap-3 sm:grid-flow-col sm:auto-cols-fr'

/** Her code in its dashed box, and the ways to hand it on. */
export function Codigo({ codigo }: { codigo: string }) {
  const [copied, setCopied] = useState<{ what: 'codigo' | 'enlace' } | null>(null)
  const enlace = enlaceOf(codigo, location.origin)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async (what: 'codigo' | 'enlace') => {
    try {
      await navigator.clipboard.writeText(what === 'codigo' ? codigo : enlace)
    } catch {
      // No clipboard, or access refused: both can be selected with one press instead.
      toast({
        title: 'No se pudo copiar',
        description: `Mantén presionado el ${what === 'codigo' ? 'código' : 'enlace'} para seleccionarlo.`,
        variant: 'destructive',
      })
      return
    }
    setCopied({ what })
    toast({
      title: '¡Copiado!',
      description:
        what === 'codigo'
          ? 'Tu código de invitación ha sido copiado al portapapeles.'
          : 'Tu enlace de invitación ha sido copiado al portapapeles.',
    })
  }
  const iconOf = (what: 'codigo' | 'enlace') =>
    copied?.what === what ? (
      <Check aria-hidden="true" className="size-5" />
    ) : (
      <Copy aria-hidden="true" className="size-5" />
    )

  return (
    <div className="@container grid gap-4">
      <p className={cx(BOX, 'select-all')}>{codigo}</p>
      <p className={LINK}>{enlace}</p>
      <div className={WAYS}>
        <Button size="lg" onClick={() => void copy('codigo')} icon={iconOf('codigo')}>
          {copied?.what === 'codigo' ? '¡Copiado!' : 'Copiar Código'}
        </Button>
        <Button look="secondary" size="lg" onClick={() => void copy('enlace')} icon={iconOf('enlace')}>
          {copied?.what === 'enlace' ? '¡Copiado!' : 'Copiar enlace'}
        </Button>
        {'share' in navigator && (
          <Button
            look="secondary"
            size="lg"
            onClick={() => void share(codigo)}
            icon={<Share2 aria-hidden="true" className="size-5" />}
          >
            Compartir
          </Button>
        )}
      </div>
    </div>
  )
}

/** Opens the phone's own sheet, within the tap; closing it without choosing is no failure. */
async function share(codigo: string) {
  try {
    await navigator.share({
      title: brand.name,
      text: `Te invito a ${brand.name}. Mi código es ${codigo}.`,
      url: enlaceOf(codigo, location.origin),
    })
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return
    toast({
      title: 'No se pudo compartir',
      description: 'Copia tu código y envíalo como prefieras.',
      variant: 'destructive',
    })
  }
}

/** Stands for all of it, made of the same, so that what stands below stays where it is. */
export function WaitingForCodigo() {
  const place = buttonClass({ look: 'secondary', size: 'lg', className: 'invisible' })
  return (
    <div className="@container grid gap-4">
      <p className={cx(BOX, 'relative')}>
        <span aria-hidden="true" className="invisible">
          A
        </span>
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label="Cargando…" />
        </span>
      </p>
      <p aria-hidden="true" className={cx(LINK, 'invisible')}>
        {enlaceOf('AAAAAAAA', location.origin)}
      </p>
      <div aria-hidden="true" className={WAYS}>
        <span className={place}>Copiar Código</span>
        <span className={place}>Copiar enlace</span>
        {'share' in navigator && <span className={place}>Compartir</span>}
      </div>
    </div>
  )
}
