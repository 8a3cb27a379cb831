"""The help pages in Chinese, by their English."""

from nagori.cli.help_project_zh import HELP_PROJECT_ZH

HELP_ZH = {
    **HELP_PROJECT_ZH,
    "Memory for conversations: what was said is kept, found again, and every answer says why.": (
        "对话的记忆：说过的话记得住、找得回，每次都说得清为什么。"
    ),
    # panels
    "Remember and recall": "记与忆",
    "Take care of it": "照看",
    "Get started": "上手",
    "Talk and serve": "聊天与服务",
    "Whose": "谁的",
    "About it": "关于它",
    "How to look": "怎么找",
    # commands
    "Keep a statement; the same one again only counts.": "记一句话；再说一遍只算次数。",
    "Find what answers a question, in either language.": "找出能回答问题的记忆，中英文互通。",
    "Show memories, newest first.": "列出记忆，新的在前。",
    "Show a memory with where it comes from and what happened to it.": "看一条记忆的出处和经过。",
    "Change a memory; what it was stays in its history.": "改一条记忆，原来的样子留在经过里。",
    "Stop showing a memory; `restore` undoes it.": "不再提起一条记忆，restore 可以反悔。",
    "Show a forgotten memory again.": "重新记起。",
    "Destroy one memory, or all of somebody, for good.": "彻底抹去一条记忆，或某人的一切。",
    "Take in memories from a file; safe to run twice.": "从文件导入，重复运行也没关系。",
    "Write everything to a file, of one scope or of all.": "全部写到文件，可以只写某人的。",
    "Remember what matters from transcripts; safe to run twice.": (
        "从聊天记录里记住要紧的，重复运行也没关系。"
    ),
    "Messages in JSON, one a line, or an export of ChatGPT or Claude, zipped or not.": (
        "每行一条消息的 JSON，或 ChatGPT、Claude 导出的文件，压缩与否都行。"
    ),
    "What the file calls this person, if several speak.": "几个人说话时，文件里怎么称呼这个人。",
    "Only show what would be kept, and why.": "只看会记住什么、为什么，不真的记。",
    "Set a person's time zone, for dates and words like “last week”.": (
        "设定某人的时区，日期和“上周”这样的词按它算。"
    ),
    "Say what is wrong, and what to do about it.": "体检：哪里不对，该怎么办。",
    "Show what Nagori does, on a small conversation.": "用一小段对话演示 Nagori 能做什么。",
    "Talk, with memory; /help inside shows what else there is.": (
        "聊天，记得住；进去后 /help 看还能做什么。"
    ),
    "Start the server: the web app, and HTTP for programs, OpenAI and MCP clients.": (
        "启动服务：网页，以及供程序、OpenAI 客户端和 MCP 客户端使用的接口。"
    ),
    """\
Do what waits in the background, without a server, until Ctrl-C.

It remembers from chats, makes vectors, imports documents, analyses
projects and learns about them. nagori serve does all of that itself: a
worker helps it, or does it for programs that open the database only for a
short while.

Several may work on one database: each job is done once. What a worker is
stopped at is given back to the others at once.""": """\
不开服务，在后台把等着的活干掉，直到按 Ctrl-C。

它从会话里记事，算向量，读文档，分析项目并继续学。nagori serve 自己就做这些：
worker 帮它分担，或者替那些只短暂打开数据库的程序来做。

几个 worker 可以用同一个数据库：每件活只做一次。停下时手上的活马上交还。""",
    "Open the web app in the browser as well.": "同时在浏览器里打开网页。",
    "Give memory to an MCP client, over standard input and output.": (
        "通过标准输入输出，让 MCP 客户端有记忆。"
    ),
    "Make, list and revoke the keys that let programs in over HTTP.": (
        "管理密钥，程序凭它通过 HTTP 访问。"
    ),
    "Make a key; its secret is shown once.": "做一个密钥，只显示一次。",
    "Show the keys; never their secrets.": "列出密钥，不显示内容。",
    "Let nobody in with a key any more.": "收回一个密钥。",
    "Add, list and delete the files and web pages that answers may come from.": (
        "管理文档：可以拿来回答问题的文件和网页。"
    ),
    "Import documents; a file that was imported before is read again only if it changed.": (
        "导入文档；以前导入过的文件，变了才会重新读。"
    ),
    "PDF, Markdown, text, HTML, DOCX, CSV, JSON, or http(s) addresses.": (
        "PDF、Markdown、纯文本、HTML、DOCX、CSV、JSON，或网址。"
    ),
    "Show the documents, newest first.": "列出文档，新的在前。",
    "Delete a document; `documents restore` brings it back within 30 days.": (
        "删除文档；30 天内可以用 documents restore 恢复。"
    ),
    "Bring back a document that was deleted.": "恢复删除的文档。",
    "Destroy it at once, so that nothing brings it back.": "立刻彻底删除，无法恢复。",
    "The id that `documents list` shows.": "documents list 列出的编号。",
    "See and set what a bot in a group gets to see.": "管理群：机器人在群里能看到什么。",
    "The platform's id of the group.": "平台上的群编号。",
    "Show the groups in which something was said or for which something is set.": (
        "列出有人说过话或设置过的群。"
    ),
    "Show what holds in a group; what is set for it alone is marked.": (
        "看群的设置；只为它设置的带记号。"
    ),
    "JSON lines, Feishu's messages as JSON, or a log of IRC.": (
        "JSON Lines、飞书消息的 JSON，或 IRC 日志。"
    ),
    "Bring in what was said in a group before; safe to run twice.": (
        "导入群里以前的消息；重复运行也没关系。"
    ),
    "Set one for this group alone.": "只为这个群设置一项。",
    "Take one back.": "收回一项。",
    "The platform's id of the group; or give --all.": "平台上的群编号；或者用 --all。",
    "For all groups of the space, not for one.": "对这个空间的所有群，而不是一个群。",
    "Take back the last change of settings; again, the one before it.": (
        "撤销设置的上一次改动；再来一次，撤销更早的。"
    ),
    "Try other settings on some messages or groups, and see which do better.": (
        "在一部分消息或群上试别的设置，看哪个更好。"
    ),
    "Show the trials, those that ended too.": "列出试验，包括已经结束的。",
    "What the trial is called.": "试验的名字。",
    "One of the ways to compare, the present one first; repeatable.": (
        "要比较的一个方案，现在的放在最前；可以多次给出。"
    ),
    "The arms, as JSON.": "用 JSON 写的方案。",
    "What gets an arm.": "按什么分配方案。",
    "Start a trial: from now on each message, or each group, gets one of its arms.": (
        "开始试验：从现在起，每条消息或每个群得到一个方案。"
    ),
    "Show how the arms of a trial did, and whether that is more than chance.": (
        "看各个方案的结果，以及差别是不是偶然。"
    ),
    "End a trial; everything is as it was before it.": "结束试验；一切照旧。",
    "The arm that is to hold.": "要采用的方案。",
    "End a trial and let what an arm sets hold in all groups.": (
        "结束试验，在所有群采用一个方案的设置。"
    ),
    "Show summaries of what was said in a group, newest first.": "看群里讨论的摘要，最新的在前。",
    "Summarise what was said since the last one first.": "先总结上一份摘要之后的讨论。",
    "Show the members of whom something is known in a group, or what is known of one.": (
        "列出群里有所了解的成员，或者看其中一位。"
    ),
    "One of them, by their speaker id.": "其中一位，用发言者编号。",
    "Stop showing what is known of them.": "不再显示对其的了解。",
    "Destroy what is known of them; there is no undo.": "彻底删除对其的了解，无法恢复。",
    "Look for better weights of the rules in what people thought of earlier answers.": (
        "从大家对以前回答的评价里找更好的权重。"
    ),
    "Set the better weights for this group.": "为这个群采用更好的权重。",
    "Write how contexts of a group were made and what came of them, as training data.": (
        "把上下文怎样选出、结果如何写成训练数据。"
    ),
    "Where to write, one JSON a line.": "写到哪里，一行一个 JSON。",
    "Read and write the page that is always in a person's prompt.": (
        "读写全局记忆：每次对话都带着的那一页。"
    ),
    "Show the page.": "看这一页。",
    "As it stood at this version.": "看它某一版的样子。",
    "Put entries on the page; what it says already is not put in again.": (
        "往这一页添几条；已经有的不再添。"
    ),
    "An entry a line; - reads the pipe.": "每行一条；写 - 则从管道读。",
    "Where it goes; else as it sounds.": "放进哪一节，默认按内容定。",
    "Rewrite the page in your editor.": "用编辑器改写这一页。",
    "What to edit it with; else VISUAL, else EDITOR.": (
        "用什么编辑，默认是 VISUAL 或 EDITOR 里的。"
    ),
    "List what the page said before, newest first.": "列出这一页的各个版本，新的在前。",
    "Put a bot onto a chat platform: it hears groups, and answers who talks to it.": (
        "把机器人放进聊天平台：群里的话它都听着，跟它说话的它才回答。"
    ),
    "Answer on Lark or Feishu, in groups and direct chats, as an app of your own.": (
        "在飞书或 Lark 里回答，群聊和单聊都行，用你自己的应用。"
    ),
    "Answer on QQ, or wherever a OneBot v11 program is, over WebSocket or HTTP.": (
        "在 QQ 或其他有 OneBot v11 程序的地方回答，走 WebSocket 或 HTTP。"
    ),
    "Who connects to whom; else the setting bots.onebot.transport.": (
        "谁连接谁，默认是设置 bots.onebot.transport。"
    ),
    "Where to listen; else the setting bots.host.": "监听的地址，默认是设置 bots.host。",
    "The port; 0 takes a free one. Else the setting bots.port.": (
        "端口，0 表示任选一个空闲的；默认是设置 bots.port。"
    ),
    """[bold]Example[/bold]
  export NAGORI_BOTS__LARK__APP_ID=cli_…
  export NAGORI_BOTS__LARK__APP_SECRET=…
  export NAGORI_BOTS__LARK__VERIFICATION_TOKEN=…
  export NAGORI_BOTS__LARK__ENCRYPT_KEY=…
  nagori bots lark --db memory.db --port 7375

The first two stand under Credentials & Basic Info of the app at
open.feishu.cn/app, the others under Events & Callbacks, Encryption Strategy.
There, too, give the address of /lark as the request URL, and subscribe to
im.message.receive_v1 and im.message.reaction.created_v1. Then add the ability
Bot, publish a version, and add the bot to a group: see how-to/lark.md.""": """\
[bold]例子[/bold]
  export NAGORI_BOTS__LARK__APP_ID=cli_…
  export NAGORI_BOTS__LARK__APP_SECRET=…
  export NAGORI_BOTS__LARK__VERIFICATION_TOKEN=…
  export NAGORI_BOTS__LARK__ENCRYPT_KEY=…
  nagori bots lark --db memory.db --port 7375

前两个在 open.feishu.cn/app 里应用的“凭证与基础信息”，后两个在“事件与回调”的
“加密策略”。也在那里把 /lark 的地址填为请求地址，并订阅 im.message.receive_v1
和 im.message.reaction.created_v1。然后添加“机器人”能力，发布版本，再把机器人加进群：
见 how-to/lark.md。""",
    """[bold]Example[/bold]
  export NAGORI_BOTS__ONEBOT__ACCESS_TOKEN=…
  nagori bots onebot --db memory.db --port 7375

In the OneBot program (NapCat, Lagrange, LLOneBot), add a WebSocket client
(reverse WebSocket) with ws://127.0.0.1:7375/onebot/v11/ws and the same token.
If it listens itself, let Nagori connect to NAGORI_BOTS__ONEBOT__WS_URL:
  nagori bots onebot --over forward
Over HTTP, set NAGORI_BOTS__ONEBOT__SECRET and NAGORI_BOTS__ONEBOT__BASE_URL:
  nagori bots onebot --over http""": """\
[bold]例子[/bold]
  export NAGORI_BOTS__ONEBOT__ACCESS_TOKEN=…
  nagori bots onebot --db memory.db --port 7375

在 OneBot 程序（NapCat、Lagrange、LLOneBot）里加一个 WebSocket 客户端（反向
WebSocket），地址填 ws://127.0.0.1:7375/onebot/v11/ws，token 填同一个。
如果它自己监听，就让 Nagori 连到 NAGORI_BOTS__ONEBOT__WS_URL：
  nagori bots onebot --over forward
走 HTTP 要设 NAGORI_BOTS__ONEBOT__SECRET 和 NAGORI_BOTS__ONEBOT__BASE_URL：
  nagori bots onebot --over http""",
    # global options
    "The database; else nagori.db here.": "数据库文件，默认是当前文件夹的 nagori.db。",
    "Whose data, if it holds several.": "一个文件存着几家的数据时，用哪一家。",
    "Answer with one JSON document.": "只输出一份 JSON。",
    "The language of answers; else that of the system.": "用哪种语言回答，默认随系统。",
    "Tell the version.": "显示版本。",
    "Show this message and exit.": "显示这份说明。",
    # options
    "Whose memory; else that of the setting server.local_user.": (
        "谁的记忆，默认是设置 server.local_user 里的用户。"
    ),
    "It may read, but not change.": "只能读，不能改。",
    "Begin a new chat.": "开始新的会话。",
    "Talk about this project: go on with the last chat about it, or begin one.": (
        "聊这个项目：接着上次聊它的会话，没有就开始一个。"
    ),
    "What it is for, in a word or two.": "做什么用的，一两个词。",
    "The one person it acts for; else anybody of the space.": (
        "只代表某个人；默认是这个空间的所有人。"
    ),
    "The id that `keys list` shows.": "keys list 列出的编号。",
    "Where to listen; else the setting server.host.": "监听的地址，默认是设置 server.host。",
    "The port; 0 takes a free one. Else the setting server.port.": (
        "端口，0 表示任选一个空闲的；默认是设置 server.port。"
    ),
    "A person.": "某个人。",
    "A group of people.": "某个群。",
    "A project.": "某个项目。",
    "A chat; beside another, where it was said.": "某个会话；和上面的一起用时，表示在哪里说的。",
    "The statement; - reads the pipe.": "要记的话；写 - 则从管道读。",
    "manual, summary, user_input or ai_output.": "manual、summary、user_input 或 ai_output。",
    "Only manual, summary, user_input or ai_output; may be repeated.": (
        "只要 manual、summary、user_input 或 ai_output，可写多次。"
    ),
    "The feeling in it.": "话里的心情。",
    "Whose knowledge it is.": "哪个角色知道的。",
    "Your own id; the same one never counts twice.": "你自己的编号；同一个编号只算一次。",
    "When it was said, if not now.": "什么时候说的，默认是现在。",
    "Anything else to keep with it; may be repeated.": "一起存的附注，可写多次。",
    "The id that `list` shows.": "list 列出的编号。",
    "How many.": "列几条。",
    "Where the last page ended.": "上一页到哪里为止。",
    "The new text; - reads the pipe.": "新的说法；写 - 则从管道读。",
    "A question, or a few words.": "一个问题，或几个词。",
    "Explain every choice.": "说明每一条为什么选上。",
    "search shows weaker matches too; chat is strict, and prefers what is recent; "
    "project is for what was learned about one.": (
        "search 连弱的也列出；chat 更严，偏爱新近的；project 用于项目里学到的内容。"
    ),
    "By meaning and words, or by one alone.": "意思和字词都看，或只看一样。",
    "memory, message or page; may be repeated. Else memories alone.": (
        "memory、message 或 page，可写多次；默认只找记忆。"
    ),
    "At most so many.": "最多几条。",
    "What was known then.": "按当时所知。",
    "One memory.": "一条记忆。",
    "All of a person.": "某人的一切。",
    "All of a group.": "某个群的一切。",
    "All of a project.": "某个项目的一切。",
    "All of a chat.": "某个会话的一切。",
    "Don't ask.": "不再确认。",
    "An export, or an older JSON, JSONL or SQLite file.": (
        "导出的文件，或旧的 JSON、JSONL、SQLite 文件。"
    ),
    "Where to; JSON, one line a record.": "写到哪里；JSON，每行一条。",
    "The person, as in --user.": "某个人，同 --user。",
    "Such as Asia/Shanghai.": "如 Asia/Shanghai。",
    "The database was deleted on purpose: start anew.": "数据库是有意删掉的，重新开始。",
    "Look through large files too, page by page.": "大文件也逐页查一遍。",
    """[bold]Examples[/bold]
  nagori remember "prefers slow mornings, no alarm on trips" --user carla
  nagori recall "when does she get up?" --user carla --why
  nagori list --user carla --json
  nagori ask "Which payment kinds are there?" --project ~/code/shop
  nagori doctor

--db, --space, --json and --lang may stand anywhere. Settings: NAGORI_… or nagori.toml.""": """\
[bold]例子[/bold]
  nagori remember "早上喜欢慢慢来，旅行不设闹钟" --user 林晓
  nagori recall "她几点起床？" --user 林晓 --why
  nagori list --user 林晓 --json
  nagori ask "有哪些支付方式？" --project ~/code/shop
  nagori doctor

--db、--space、--json、--lang 写在哪里都行。设置：环境变量 NAGORI_… 或 nagori.toml。""",
}
