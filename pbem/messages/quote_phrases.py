"""Phrases with which mail programs introduce a quote, a forwarded message or a signature, by language.

Tables only; pbem.messages.quotes uses them. All words are in lower case.
"""

import re
from collections.abc import Sequence

from pbem.core.lazy_patterns import LazyPatterns

# The names of the headers above a quoted message, by their meaning.
HEADER_ROLES: dict[str, tuple[str, ...]] = {
    "from": (
        "from", "von", "de", "da", "van", "från", "fra", "od", "от", "кому от", "lähettäjä", "feladó",
        "kimden",
        "gönderen", "差出人", "发件人", "寄件者", "寄件人", "보낸 사람", "보낸사람", "från:", "από",
        "מאת", "من",
        "nadawca", "remitente", "expéditeur", "mittente", "absender", "afzender", "від", "de la", "expeditor",
    ),
    "sent": (
        "sent", "date", "gesendet", "datum", "envoyé", "envoyé le", "enviado", "enviado el", "enviada em",
        "enviado em", "fecha", "data", "inviato", "verzonden", "skickat", "sendt", "dato", "wysłano",
        "wysłane",
        "дата", "отправлено", "отправлен", "lähetetty", "päivämäärä", "päiväys", "odesláno", "elküldve",
        "dátum",
        "tarih", "gönderildi", "送信日時", "日付", "日時", "发送时间", "发送日期", "日期", "寄件日期",
        "보낸 날짜", "날짜",
        "στάλθηκε", "ημερομηνία", "נשלח", "תאריך", "التاريخ", "date d'envoi", "trimis", "надіслано",
        "gesendet am", "sent on", "date sent", "datum odeslání",
    ),
    "to": (
        "to", "an", "à", "a", "para", "aan", "till", "til", "do", "кому", "vastaanottaja", "komu", "címzett",
        "kime", "alıcı", "宛先", "收件人", "收件者", "받는 사람", "받는사람", "προς", "אל", "إلى", "pour",
        "către",
        "destinataire", "destinatario", "empfänger",
    ),
    "copy": (
        "cc", "kopie", "kopia", "copie", "copia", "kopi", "копия", "kopio", "抄送", "副本", "참조", "dw",
        "másolat", "bilgi",
    ),
    "subject": (
        "subject", "betreff", "objet", "sujet", "asunto", "assunto", "oggetto", "onderwerp", "ämne", "emne",
        "temat", "тема", "aihe", "předmět", "tárgy", "konu", "件名", "主题", "主旨", "제목", "θέμα", "נושא",
        "الموضوع", "subiect", "ang", "re", "betr",
    ),
    "other": ("reply-to", "antwort an", "répondre à", "responder a", "importance", "wichtigkeit",
    "attachments",
              "anlagen", "pièces jointes", "priority", "organization", "resent-from", "message-id"),
}  # fmt: skip
ROLE_OF: dict[str, str] = {word: role for role, names in HEADER_ROLES.items() for word in names}

# Between dashes above a quoted or forwarded message.
MARKERS = (
    "original message", "original-nachricht", "original nachricht", "ursprüngliche nachricht",
    "originalnachricht", "message d'origine", "message original", "message initial", "mensaje original",
    "mensagem original", "messaggio originale", "oorspronkelijk bericht", "origineel bericht",
    "ursprungligt meddelande", "originalmeddelande", "oprindelig meddelelse", "opprinnelig melding",
    "original besked", "wiadomość oryginalna", "oryginalna wiadomość", "wiadomość pierwotna",
    "исходное сообщение", "оригинальное сообщение", "пересылаемое сообщение", "alkuperäinen viesti",
    "původní zpráva", "eredeti üzenet", "orijinal ileti", "orijinal mesaj", "özgün ileti", "元のメッセージ",
    "original appointment", "原始邮件", "邮件原件", "原始郵件", "원본 메시지", "원본 메일",
    "αρχικό μήνυμα", "הודעה מקורית",
    "forwarded message", "weitergeleitete nachricht", "message transféré", "mensaje reenviado",
    "mensagem encaminhada", "messaggio inoltrato", "doorgestuurd bericht", "vidarebefordrat meddelande",
    "videresendt melding", "videresendt meddelelse", "wiadomość przekazana", "treść przekazanej wiadomości",
    "пересланное сообщение", "перенаправленное сообщение", "välitetty viesti", "přeposlaná zpráva",
    "továbbított üzenet", "yönlendirilmiş ileti", "転送メッセージ", "转发邮件", "轉寄郵件", "전달된 메시지",
    "reply message", "message de réponse", "mesaj original", "mesajul original", "original e-mail",
    "ursprüngliche e-mail", "urspr. nachricht", "urspr. mitt.", "reply to message", "replied message",
    "reply to",
)  # fmt: skip

# On a line of their own, without dashes, above a forwarded message.
FORWARDS = (
    "begin forwarded message", "anfang der weitergeleiteten nachricht", "début du message transféré",
    "début du message réexpédié", "inicio del mensaje reenviado", "inizio messaggio inoltrato",
    "begin doorgestuurd bericht", "vidarebefordrat brev", "vidarebefordrat meddelande",
    "start på videresendt",
    "videresendt melding", "начало переадресованного сообщения", "rozpoczęto przekazywanie",
    "początek przekazanej wiadomości", "início da mensagem reencaminhada", "início da mensagem encaminhada",
    "välitetty viesti alkaa", "přeposlaná zpráva", "転送されたメッセージ", "下面是被转发的邮件",
    "以下是轉寄的郵件",
)  # fmt: skip


def _one_of(words: Sequence[str]) -> str:
    """Return a pattern for any of *words*, which are patterns; it fails fast where none of them begins."""
    return rf"(?=[{''.join(sorted({word[0] for word in words}))}])(?:{'|'.join(words)})"


_WROTE = (
    "wrote", "writes", "schrieb", "schreibt", "écrit", "escribió", "escribio", "escreveu", "ha scritto",
    "scrisse", "schreef", "skrev", "skrifaði", "kirjoitti", r"napisał\(?a?\)?", "napisała",
    r"napisal\(?a?\)?", "написала?", "пишет", "пише", r"писал\(?а?\)?", "írta", "yazdı", "a scris",
    "έγραψε", "va escriure", "đã viết", "menulis", "geschreven", "ha escrit", "pisze", r"napsal\(?a?\)?",
    "je napisao", "je napisala", "rašė", "rakstīja",
)  # fmt: skip
_WROTE_UNPARTED = (  # languages without spaces between words
    "写道", "寫道", "写到", "さんは書きました", "のメール", "님이 작성", "님의 말", "כתב", "כתבה", "كتب",
    "さんからのメール",
)  # fmt: skip
WROTE = LazyPatterns(rf"\b{_one_of(_WROTE)}\b|{_one_of(_WROTE_UNPARTED)}")

# The beginning of a line that says when and by whom the quoted message was written.
ATTRIBUTION_START = LazyPatterns(
    r"(on|am|le|el|il|op|den|em|em|dne|w dniu|dnia|in (a )?message|i|på|pe|em|no dia|vào|la data de|pada"
    r"|a les|il giorno"
    r"|il|at|quoting|zitat von|citando|citat|цитирую|at \d|from|-* ?on|le|ven|lun|mar|mer|jeu|sam|dim"
    r"|fri|mon|tue|wed|thu"
    r"|sat|sun|fre|mån|pt|вт|ср|чт|пт|сб|вс|пн|\d{1,4}[./年-]|\d{4}년)\b",
)

SENT_FROM = LazyPatterns(
    r"^[-~*•<\[( ]*+("  # no alternative begins with one of these, so there is no backtracking
    r"sent from (my |outlook|yahoo|mail|proton|samsung|aol|gmail|windows|spark|fastmail|mobile|i(phone"
    r"|pad)|android|.{0,20}app\b)"
    r"|sent (with|via|by|using) .{0,20}(mail|app\b|phone|outlook|superhuman|spark|android|ios\b"
    r"|thunderbird|k-9|k9)"
    r"|get outlook for |gesendet (mit|von|via|über) |von (meinem|meiner|unterwegs)\b.{0,60}gesendet"
    r"|gesendet von"
    r"|von (outlook|samsung) |diese nachricht wurde von mein|holen sie sich outlook|(télécharger"
    r"|obtenir|obtenez) outlook"
    r"|envoyé (de|depuis|avec|à partir|via|par) ?|provenance : |envoyé d'|enviado (desde|do|de|a partir"
    r"|con|com|via|por) "
    r"|obtener outlook|obter o outlook|inviato (da|dal|con|tramite) |scarica outlook|ottieni outlook"
    r"|verzonden (vanaf|met|van|via) |verstuurd (vanaf|met|van|via) |outlook voor .{0,20}(downloaden"
    r"|halen)|download outlook"
    r"|skickat från |skickades från |hämta outlook|sendt fra |hent outlook|få outlook"
    r"|wysłan[eo] z |wysłano z |pobierz outlook|отправлено (с|из|через) |надіслано (з|із) |скачать outlook"
    r"|lähetetty |hanki outlook|odesláno z |získat outlook|elküldve |iphone-omról küldve|küldve "
    r"|az iphone-omról"
    r"|.{0,30}(telefonumdan|'ımdan|'umdan|'imden) gönderildi|.{0,30}gönderildi$|iphone('|’)?dan"
    r"|enviat des|trimis de pe |poslano z |poslané z |στάλθηκε από "
    r"|.{0,30}から送信$|发自我的|從我的.{0,20}傳送|发送自|從我.{0,12}(傳送|傳送)|나의 .{0,20}에서 보냄"
    r"|.{0,20}에서 보냄$|נשלח מ|أرسلت من"
    r"|(tiny )?(typos|typed|swiped) (courtesy|on my|with)|please excuse (the |my )?(brevity|typos)"
    r"|excuse (the |my )?(brevity|typos)|envoyez? de mon|bitte entschuldigen sie (die|meine) kürze"
    r")",
)  # fmt: skip

# A line that a program adds.
ADDED = LazyPatterns(
    r"^(virus-free\.|virenfrei\.|virenfrei |libre de virus|this e-?mail (has been|was) (checked|scanned)"
    r"|diese e-?mail wurde .{0,40}(virus|viren)|avast (logo|antivirus)|https?://www\.avast|www\.avast"
    r"|<#DAB4FAD8|\[cid:|\[image: |caution: ?this e-?mail|external e-?mail|\[external\]|l'absence de virus"
    r"|cet e-?mail a été vérifié|no virus found|checked by avg|\[?you don't often get e-?mail from"
    r"|-- ?sent |\[?sie erhalten nicht (oft|häufig) e-?mails? von)",
)

# Words that mark a line of dashes or underscores as the beginning of a footer.
FOOTER = LazyPatterns(
    r"mailing[ -]?list|mailman|unsubscri|https?://|www\.|list-|groups\.|abmelden|désabonn|kostenlos|freemail"
    r"|this (e-?mail|message) .{0,60}confidential|confidentiality notice|vertraulich|confidentiel",
)
# The small print of companies; a player's own "this message is confidential" mentions no recipient.
LIST_FOOTER = LazyPatterns(r"mailing[ -]?list|mailman|unsubscri|list-info|listinfo|google groups")
CONFIDENTIAL = LazyPatterns(
    r"^[*_ ]*((confidentiality|legal|privacy) (notice|note)\s*[:.-]"
    r"|this (e-?mail|message|communication).{0,150}(confidential|privileged).{0,150}(recipient|addressee"
    r"|intended)"
    r"|this (e-?mail|message|communication).{0,100}intended (only|solely)"
    r"|diese e-?mail enthält vertrauliche|ce (message|courriel).{0,150}confidentiel.{0,150}destinataire"
    r"|you received this message because you are subscribed)",
)
VIEW_IN_HTML = LazyPatterns(
    r"(view|read|see|display|open|requires?|capable|supports?|enable|anzeigen|lesen|format|version"
    r"|client|browser|message is|in)"
    r".{0,60}\bhtml\b|\bhtml\b.{0,60}(view|reader|capable|client|message|format|e-?mail|mail|version"
    r"|support|anzeige|browser)",
    re.DOTALL,
)
