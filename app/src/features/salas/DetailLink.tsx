import type { ComponentProps } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { glide, stage } from '../../components/dialog/glide.ts'

type DetailLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'onClick'> & {
  to: string
  /** From the detail to its list, where the row that opened it is looked for. */
  back?: true
}

/** A link between a list and what one of its rows opens: the row grows into the page, and the page goes back into its row. */
export function DetailLink({ to, back, ...rest }: DetailLinkProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const row = () => document.querySelector(`#contenido li a[href="${pathname}"]`)?.closest('li') ?? null
  return (
    <Link
      {...rest}
      to={to}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        if (back) glide(() => navigate(to), stage(), row)
        else glide(() => navigate(to), event.currentTarget.closest('li'), stage)
      }}
    />
  )
}
