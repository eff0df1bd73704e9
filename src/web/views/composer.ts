import { frame } from '../dom.ts';
import { type PageState, runningTurn } from '../state/page-state.ts';

export interface ComposerActions {
  readonly ask: (text: string) => Promise<boolean>;
  readonly cancel: () => Promise<void>;
}

export interface Composer {
  readonly update: (state: PageState) => void;
  focus(): void;
}

/** The question box. Enter asks, Shift+Enter breaks the line. */
export function createComposer(actions: ComposerActions): Composer {
  const form = frame('composer', HTMLFormElement);
  const box = frame('question', HTMLTextAreaElement);
  const send = frame('send', HTMLButtonElement);
  const cancel = frame('cancel', HTMLButtonElement);
  let sendable = false;

  const refresh = () => {
    send.disabled = !sendable || box.value.trim() === '';
  };
  const submit = async () => {
    const text = box.value.trim();
    if (!sendable || text === '') return;
    box.value = '';
    refresh();
    const accepted = await actions.ask(text);
    if (!accepted && box.value === '') box.value = text;
    refresh();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  box.addEventListener('input', refresh);
  box.addEventListener('keydown', (event) => {
    // While a word is being composed (Japanese, Chinese, Korean) Enter accepts the word.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void submit();
  });
  cancel.addEventListener('click', () => {
    box.focus();
    void actions.cancel();
  });

  return {
    focus: () => box.focus(),
    update(state) {
      const running = runningTurn(state);
      const { conversation, chosen } = state;
      const hasScope = chosen.size > 0 || (conversation.state === 'ready' && conversation.value.sessionId !== null);
      sendable = conversation.state === 'ready' && hasScope && running === undefined;
      const followUp = conversation.state === 'ready' && conversation.value.turns.length > 0;
      box.placeholder = followUp ? 'Ask a follow-up question' : 'What would you like to know?';
      cancel.hidden = running?.id == null;
      send.hidden = running?.id != null;
      refresh();
    },
  };
}
