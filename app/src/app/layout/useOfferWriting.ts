import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { offerWriting } from '../../lib/toast/codigo.ts'

/** While a member is here, what failed with a code offers to write to the team about it. */
export function useOfferWriting(): void {
  const navigate = useNavigate()
  useEffect(() => offerWriting((codigo) => void navigate(`/soporte?codigo=${codigo}`)), [navigate])
}
