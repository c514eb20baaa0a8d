"""Phrases of bounces and automatic replies in many languages, for `pbem.messages.automatic`."""

from pbem.core.lazy_patterns import LazyPatterns

AWAY_SUBJECT = LazyPatterns(
    r"\s*(\[?(auto|automatic|automated)[ -]?(re(ply|sponse|spond)|antwort|svar)\]?|auto: "
    r"|out of (the )?office|ooo\b"
    r"|away from (the )?office|on (vacation|leave|holiday)|vacation (reply|response)|abwesenheits"
    r"|automatische (antwort|e-?mail)"
    r"|abwesend|nicht im (büro|haus)|urlaub:?|réponse automatique|absence du bureau|message d'absence"
    r"|absent du bureau"
    r"|respuesta automática|fuera de (la )?oficina|resposta automática|ausência temporária"
    r"|fora do escritório"
    r"|risposta automatica|fuori (sede|ufficio)|assente|automatisch(e)? (antwoord|beantwoord"
    r"|bericht)|afwezig"
    r"|autosvar|automatiskt svar|automatisk svar|frånvaro|fraværs|ikke til stede"
    r"|automaattinen vastaus|poissa"
    r"|autoodpowiedź|automatyczna odpowiedź|odpowiedź automatyczna|nieobecność|автоответ"
    r"|автоматический ответ|отсутстви"
    r"|automatická odpověď|mimo kancelář|automatikus válasz|otomatik (yanıt|cevap)|自動返信|自動応答"
    r"|不在|自动(回复|答复)"
    r"|自動(回覆|回復)|자동 ?(회신|응답)|부재중|αυτόματη απάντηση|מענה אוטומטי|رد تلقائي|răspuns automat"
    r"|автоматична відповідь)",
)

AWAY = LazyPatterns(
    r"i('m| am| will be) (currently |now )?(out of (the |my )?(office|country|town)|away( from| until"
    r"| on)|on (annual |parental |maternity |sick )?(leave|vacation|holiday))"
    r"|(currently|will be) out of (the )?office|limited access to (my )?e-?mail|automat(ic|ed) (reply"
    r"|response|e-?mail|message)"
    r"|thank you for your (e-?mail|message).{0,80}(away|out|leave|vacation|soon as)|this is an auto"
    r"|ich bin (derzeit|zur ?zeit|momentan|bis|vom|ab|im|am|leider|aktuell|gerade).{0,60}(nicht|abwesend"
    r"|urlaub|erreichbar)|im urlaub|nicht im (büro|haus)"
    r"|automatisch (generiert|erstellt|erzeugt)|je (suis|serai) (actuellement )?(absent|en congé"
    r"|en vacances|hors)|absente? du bureau"
    r"|estoy (fuera|ausente|de vacaciones)|estaré (fuera|ausente|de vacaciones)|fuera de la oficina"
    r"|estou (fora|ausente|de férias)"
    r"|estarei (fora|ausente|de férias)|sono (fuori|assente|in ferie)|sarò (fuori|assente|in ferie)"
    r"|ik ben (momenteel )?(afwezig|met vakantie|niet op kantoor|op vakantie)"
    r"|jag är (borta|på semester|inte på kontoret|ledig|frånvarande)|jeg er (på ferie|ikke på kontoret"
    r"|bortreist|fraværende|ude af)"
    r"|olen (lomalla|poissa)|jestem (nieobecn|na urlopie|poza biurem)|przebywam na urlopie|я (в отпуске"
    r"|отсутствую|буду отсутствовать)"
    r"|nacházím se mimo|jsem na dovolené|szabadságon vagyok|ofis dışında|izindeyim|不在にしております"
    r"|不在です|休暇|不在办公室|休假|부재중|휴가",
)

BOUNCE_SUBJECT = LazyPatterns(
    r"(undeliver(ed|able)|delivery (status notification|(has )?failed|failure|problem|report|error"
    r"|delayed|incomplete)|failure notice|returned mail"
    r"|mail (delivery|could not|system error|undeliverable)|message (not delivered|delayed|undeliverable"
    r"|delivery|could not)|non[- ]?delivery|could not (be delivered|send)"
    r"|warning: (could not send|message)|unzustellbar|nicht zugestellt|nicht zustellbar|zustellung"
    r"|fehlgeschlagen|non remis|échec de (la )?remise|non délivré|no se (puede|pudo) entregar"
    r"|no entregado|não entregue|falha na entrega|impossibile recapitare|non recapitabile"
    r"|mancato recapito|onbestelbaar|niet bezorgd|olevererbart|kunde inte levereras"
    r"|kan ikke leveres|не доставлено|недоставлен|niedostarczon|nie można dostarczyć|配信不能"
    r"|配信できません|退信|无法(投递|传递)|undelivered)",
)

BOUNCE_TEXT = LazyPatterns(
    r"this is the qmail-send program|message (that you sent )?could not be delivered"
    r"|was not delivered to|user unknown|unknown user|no such (user|mailbox|recipient)"
    r"|mailbox (is full|unavailable|not found|quota)|over quota|address(es)? had (permanent|transient)"
    r"|had permanent fatal errors|undeliverable|delivery to the following"
    r"|recipient address rejected|unrouteable address|550[ -]5\.\d|554[ -]5\.\d|does not exist"
    r"|permanent error|could not be sent|konnte nicht zugestellt|nicht zugestellt werden"
    r"|n'a pas pu être (remis|délivré)|no se ha podido entregar|could not deliver|unable to deliver"
    r"|has not yet been delivered|returned to sender",
)

DELAYED = LazyPatterns(
    r"delayed|will (be retried|continue to (try|retry)|keep trying)|still being retried"
    r"|not (yet )?been delivered (for|after|in)|warning message only|no action is required"
    r"|transient|temporar(y|ily)|you do not need to resend|verzögert|noch nicht zugestellt|4\.\d\.\d"
    r"|retry (timeout|until)|greylist|mailbox (is )?full|over quota",
)

FOR_GOOD = LazyPatterns(
    r"permanent(ly)?\b|user unknown|unknown user|no such (user|mailbox|recipient)|does not exist"
    r"|unrouteable|i've given up|\b55\d[ -]5\.\d\.\d|\b550\b|has been disabled|address rejected",
)

FAILED = LazyPatterns(
    r"fail|undeliver|could not|unable|(not|never) (be )?(delivered|reach)|did not reach|returned|error"
    r"|unzustellbar"
    r"|nicht (zugestellt|zustellbar)|non (remis|recapit)|no (entregado|se ha)|não entregue|onbestelbaar"
    r"|配信|退信",
)

# How a person's own subject never begins.
AUTOMATIC_SUBJECT = LazyPatterns(
    r"\s*\[?(auto(matic|mated|matische|matisch|matisk|matiskt)?[ -]?(re(ply|sponse|spond)|antwort"
    r"|antwoord|svar)"
    r"|automatische (antwort|e-?mail)|auto: |réponse automatique|message automatique|absence du bureau"
    r"|abwesenheits(notiz|assistent|meldung|nachricht|benachrichtigung)|respuesta automática"
    r"|resposta automática|risposta automatica|automaattinen vastaus|autoodpowiedź"
    r"|automatyczna odpowiedź"
    r"|odpowiedź automatyczna|автоответ|автоматический ответ|автоматична відповідь|automatická odpověď"
    r"|automatikus válasz|otomatik (yanıt|cevap)|自動返信|自動応答|自动(回复|答复)|自動(回覆|回復)"
    r"|자동 ?(회신|응답)|αυτόματη απάντηση|מענה אוטומטי|رد تلقائي|răspuns automat)",
)

# Other phrases of automatic replies: when the writer is back, and who helps in the meantime.
RETURNS = LazyPatterns(
    r"(up)?on my return|when i (return|get back|am back)|i('ll| will) (be back|return|respond|reply"
    r"|get back to you)"
    r"|(urgent|immediate) (matters|cases|assistance|attention|issues|enquiries|inquiries)"
    r"|(if|for) (it is |anything )?urgent|in my absence|no access to (my )?e-?mails?"
    r"|in dringenden (fällen|angelegenheiten)|keinen? (zugriff|zugang)|nach meiner rückkehr"
    r"|wieder (erreichbar|im büro|da)"
    r"|(e-?mails?|nachrichten?) (wird|werden) nicht (weitergeleitet|gelesen|bearbeitet)|meine vertretung"
    r"|en cas d'urgence|dès mon retour|à mon retour|de retour le|en mon absence|pendant mon absence"
    r"|a mi (regreso|vuelta|regresso)|en caso de urgencia|para asuntos urgentes|no meu regresso"
    r"|em caso de urgência"
    r"|al mio (rientro|ritorno)|per (urgenze|questioni urgenti)|in caso di urgenza"
    r"|bij (dringende|spoed)|na mijn terugkomst|terug op|vid brådskande|åter på kontoret|tillbaka den"
    r"|ved hastesager|tilbage (igen )?den|tilbake den|kiireellisissä|w pilnych sprawach|po powrocie"
    r"|по возвращении|в срочных случаях|v naléhavých|po návratu|sürgős esetben|acil durumlarda"
    r"|回复您|尽快回复|戻り次第|折り返し|복귀",
)

RECEIPT_SUBJECT = LazyPatterns(
    r"\s*(read|not read|gelesen|ungelesen|lu|non lu|leído|lida?|letto|non letto|gelezen|läst|læst"
    r"|lest|luettu"
    r"|przeczytano|прочитано|přečteno|elolvasva|okundu|開封済み|已读|읽음|read[ -]receipt"
    r"|return receipt.{0,20}|lesebestätigung|empfangsbestätigung.{0,20}|accusé de (lecture|réception)"
    r"|confirmación de lectura|conferma di lettura|leesbevestiging"
    r"|disposition notification.{0,40})\s*( ?[:：]|\s-)",
)
RECEIPT_TEXT = LazyPatterns(
    r"(your message|this is a (return|read) receipt|was (read|displayed|deleted) on|were read on"
    r"|has been (read|displayed)"
    r"|ihre nachricht|wurde (am .{0,60})?(gelesen|angezeigt)|gelesen am|votre message|a été (lu|affiché)"
    r"|el mensaje|ha sido leído|fue leído|su mensaje|mensagem|foi lida|il messaggio|è stato letto"
    r"|uw bericht"
    r"|is gelezen|meddelande|har lästs|besked|er læst|ble lest|wiadomość|została (przeczytana"
    r"|wyświetlona)"
    r"|сообщение|прочитано|開封|已阅读|已读|읽었습니다)",
)

# The sender is asked to prove that they are a person.
CHALLENGE = LazyPatterns(
    r"(to (complete|ensure|allow|confirm|verify|release) (the |your )?(delivery|verification"
    r"|message|e-?mail|identity)"
    r".{0,120}(click|reply|follow|link|visit)"
    r"|(click|follow|visit).{0,60}link.{0,80}(deliver|verif|human|prove|confirm"
    r"|release).{0,40}(message|e-?mail|sender|you)"
    r"|(this|your) (message|e-?mail).{0,60}(held|quarantined|waiting|is being held).{0,120}(confirm"
    r"|verif|authoriz|approv)"
    r"|i (use|apologi[sz]e for this automatic).{0,80}(spam ?arrest|boxbe|spam|e-?mail verification)"
    r"|(prove|verify) (that )?you are (a )?(human|real person|not a (robot|spammer))"
    r"|bestätigen sie (bitte )?.{0,80}(link|absender|mensch)|cliquez .{0,60}(lien"
    r"|ici).{0,120}(authentif|distribu|remis)"
    r"|haga clic .{0,60}(enlace|aquí).{0,100}(entreg|verific|confirm))",
)
REACTED = LazyPatterns(
    r"[^\n]{1,80} ((reacted (to your (message|e-?mail)|via gmail))|a réagi à votre message"
    r"|hat auf ihre nachricht reagiert|reaccionó a tu mensaje|ha reagito al tuo messaggio)[ :.]*(\n|$)"
    r"|(liked|loved|laughed at|emphasi[sz]ed|disliked|questioned) “",
)

TICKET_SUBJECT = LazyPatterns(
    r"\s*(\[?(ticket|case|request|incident|support|vorgang|anfrage|issue)[ -]?(id|no\.?|nr\.?"
    r"|number)?[ :]?#?\d{3,}"
    r"|\[##?\d{3,}|\[request received\]|(we('ve| have) )?received your (request|message|e-?mail"
    r"|enquiry|inquiry)"
    r"|(your )?(ticket|request|case|enquiry|inquiry) (has been |was )?(received|created|opened"
    r"|solved|closed|resolved)"
    r"|(eingangs|empfangs)bestätigung|accusé de réception|acuse de recibo|conferma di ricezione"
    r"|ontvangstbevestiging)",
)
TICKET = LazyPatterns(
    r"(your (request|ticket|message|enquiry|inquiry|e-?mail|case) (\(?#?[\w-]{1,20}\)? )?(has been"
    r"|was) (received|logged|created|opened"
    r"|registered|assigned|solved|closed)|a (new )?(support )?ticket (has been|was) (created|opened)"
    r"|(ticket|case|reference|request) (id|number|no\.?|#) ?(is )?:?\s?[\[#]?\w*\d{3,}"
    r"|(please )?type your reply above this line|##- please|reply above this line"
    r"|thank you for contacting .{2,60}(team|support|us|service)"
    r"|ihre (anfrage|nachricht|e-?mail) (ist|wurde) .{0,60}(eingegangen|erhalten|registriert"
    r"|erfasst|vorgang)"
    r"|wir haben ihre (anfrage|nachricht|e-?mail) erhalten|vorgangsnummer|ticketnummer"
    r"|nous avons bien reçu votre (demande|message|courriel|e-?mail)|votre demande a (bien )?été"
    r"|hemos recibido su (mensaje|solicitud|correo|consulta)|su (solicitud|consulta) ha sido"
    r"|abbiamo ricevuto (la tua|la sua) (richiesta|e-?mail)|wij hebben uw (bericht|aanvraag"
    r"|e-?mail).{0,30}ontvangen"
    r"|do not reply to this (e-?mail|message)|this is an? (unmonitored|automated|automatic)"
    r"|bitte antworten sie nicht auf diese|diese e-?mail wurde automatisch"
    r"|ne pas répondre à ce (message|courriel|mail)|por favor,? no responda a este"
    r"|si prega di non rispondere)",
)

COMPLAINT_SUBJECT = LazyPatterns(
    r"\s*(complaint about message from|\[?abuse report|e-?mail feedback report|fw: \[?spam)"
)
