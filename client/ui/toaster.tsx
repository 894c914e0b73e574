import * as Toast from '@radix-ui/react-toast'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import { useSettings } from '../platform/settings-store.ts'
import { currentToast, type ToastMessage } from '../platform/toast.ts'
import { useObservable } from '../platform/use-observable.ts'

const T = { region: 'Notifications', close: 'Close notification' } as const

/** Shortest time a toast stays with 'Screen Reader Optimized'. */
const SCREEN_READER_DURATION_MS = 20_000

function OneToast({ message }: { message: ToastMessage }) {
  const [open, setOpen] = useState(true)
  const { screenReader } = useSettings()
  const destructive = message.look === 'destructive'
  return (
    <Toast.Root
      open={open}
      onOpenChange={setOpen}
      duration={screenReader ? Math.max(SCREEN_READER_DURATION_MS, message.duration) : message.duration}
      type={destructive ? 'foreground' : 'background'}
      className={`flex items-start gap-3 rounded-card border-l-6 p-4 pr-2 text-ink shadow-lifted data-[state=open]:animate-rise
        data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${destructive ? 'border-closed bg-closed-wash' : 'border-leaf bg-surface'}`}
    >
      <div className="grid flex-1 gap-1 py-1">
        <Toast.Title className="font-semibold">{message.title}</Toast.Title>
        {message.description && (
          <Toast.Description className="text-s text-muted">{message.description}</Toast.Description>
        )}
      </div>
      <Toast.Close asChild>
        <IconButton label={T.close} className="-my-1">
          <CloseIcon size={20} />
        </IconButton>
      </Toast.Close>
    </Toast.Root>
  )
}

/**
 * At the top on small screens, bottom right on larger ones. Swiping right by 50 px or Esc closes; F8 moves
 * the focus here.
 */
export default function Toaster() {
  const message = useObservable(currentToast)
  return (
    <Toast.Provider swipeDirection="right" swipeThreshold={50} label={T.region}>
      {message && <OneToast key={message.id} message={message} />}
      <Toast.Viewport
        hotkey={['F8']}
        className="fixed inset-x-0 top-0 z-50 m-0 flex list-none flex-col p-4 pt-[max(1rem,env(safe-area-inset-top))]
          empty:p-0 md:top-auto md:right-0 md:bottom-0 md:left-auto md:w-full md:max-w-[420px]"
      />
    </Toast.Provider>
  )
}
