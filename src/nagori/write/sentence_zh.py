"""Chinese in the first person as Chinese about the user (用户)."""

import re

_SENTENCE = re.compile(r"[^。！？!?\n]*[。！？!?\n…~～]*")
_ENDS = "。！!…~～ \t\n，,、；;"

_GREETING = (
    "你好呀?|您好|大家好|哈[喽啰罗]|嗨|嘿|喂|hi|hello|hey|早上好|早安|早呀?|上午好|中午好|下午好"
    "|晚上好|晚安|在吗|在不在呀?|在么|谢谢你?|多谢|辛苦了|不好意思|抱歉|哈{2,}|呵{2,}|嘿{2,}|嘻{2,}"
    "|好的|好吧|好嘞|行吧|行|嗯+|哦+|噢+|喔|唉+|哎+呀?|诶|欸|啊+|呃+|额|对了|哦对了|那个|这个|就是"
    "|ok|okay|是的|对对|没错|没有啦|话说回来|话说|说起来|说来话长|其实吧?|老实说|说实话|讲真"
    "|顺便说一[下句]|顺便|另外|还有|btw|跟你说(?:一[声下]|个事儿?|哈|啊|件事)*|和你说(?:一[声下]"
    "|个事儿?)*|告诉你(?:一[声下]|个事儿?|个?好消息)?|跟你汇报(?:一下|个好消息|个事儿?)?|记着点啊?"
    "|记住|记一下|请?记住|帮我记(?:一下|住|着)?|你?记一下|我跟你说|我告诉你|你知道吗?|悄悄告诉你"
    "|你?要?记[住好]|先?自我介绍一下|问你(?:一下|个事儿?|件事)|可不|啊{2,}"
)
_FILLER = re.compile(
    rf"(?:(?:{_GREETING})(?:[哈啊呀哦噢呢吧啦]?[，,。.！!？?～~：:；;…、\s]+)"
    r"|[，,。！!～~…、；;\s]+|(?:哎呀|哎哟|哈哈+|嗯嗯+|哦对了|对了|btw)(?=[我你俺咱下上今明昨]))+",
    re.IGNORECASE,
)
_ONLY_GREETING = re.compile(f"(?:{_GREETING})[啊呀哦噢呢吧啦哈]?", re.IGNORECASE)
_TAG = re.compile(
    "[，,](?:你说是吧|你说呢|你懂的|你知道的|对吧|是吧|对不对|是不是|哈哈+|嘿嘿+|呵呵+|谢谢你?|多谢"
    "|谢啦|拜托了?)$"
)

_KIN_NAMES = (
    "爸妈|父母|爷爷奶奶|外公外婆|姥姥姥爷|老爸|老妈|爸爸|妈妈|父亲|母亲|爷爷|奶奶|外公|外婆|姥姥"
    "|姥爷|公公|婆婆|岳父|岳母|丈母娘|老丈人|哥哥|姐姐|弟弟|妹妹|哥们儿?|闺蜜|表[哥姐弟妹]"
    "|堂[哥姐弟妹]|嫂子|姐夫|妹夫|弟媳|叔叔|伯伯|伯父|舅舅|舅妈|姑姑|姑妈|阿姨|姨妈|婶婶|老公|老婆"
    "|媳妇儿?|爱人|对象|丈夫|妻子|太太|先生|男朋友|女朋友|男友|女友|未婚夫|未婚妻|前夫|前妻|前任"
    "|前男友|前女友|儿子|女儿|闺女|孩子|娃儿?|大女儿|小女儿|大儿子|小儿子|双胞胎|孙子|孙女|外孙"
    "|外孙女|外甥女?|侄子|侄女|侄儿|室友|舍友|同事|同学|同桌|朋友|好友|死党|发小|邻居|房东|租客"
    "|老板|领导|上司|组长|经理|导师|老师|班主任|师傅|徒弟|学生|客户|主治医生|家人|亲戚|家属"
)
_OWN_NAMES = (
    "老家|家乡|家里|家住|生日|手机|电脑|房贷|月供|车贷|房租|工资|月薪|年薪|公司|单位|学校|专业|职业"
    "|爱好|血型|身高|体重|星座|母校|邮箱|微信号?|名字|全名|小名|网名|英文名|生意|孕期|预产期|年假"
    "|工位|通勤|婚礼|签证|护照|驾照|体检|膝盖|腰|血压|血糖|视力|左眼|右眼|左手|右手|左耳|右耳|胃"
)
_KIN = re.compile(f"(?:{_KIN_NAMES})")
_OWN = re.compile(f"(?:{_OWN_NAMES})")
# Others have them too: 老师说她字像螃蟹爬.
_ANYBODYS = re.compile(
    "阿姨|叔叔|嫂子|(?:组长|经理|领导|老板)[也都]?不[当做干]|老师|学生|客户|主治医生|租客|徒弟|师傅"
)
_DOUBLED = re.compile("(?<=用户)([妈爸哥姐弟妹])(?![妈爸哥姐弟妹夫媳们俩嫂咪儿])")

_BEING = re.compile(
    "独生[子女]|左撇子|程序员|全职(?:妈妈|太太)|单亲妈妈|北漂|社恐|素食(?:者|主义者)"
)
_WHOSE = re.compile(f"(?<=用户)(?={_KIN_NAMES}|[叔舅姨姑伯婶嫂])")

_WORDS_WITH_I = (
    "自我|忘我|无我|敌我|你我|我行我素|你死我活|你来我往|你追我赶|我国(?!庆)|我的天[哪呐啊]?"
    "|我的妈呀|我的老天|我靠|我擦|我去(?=[，,！!])"
)
_FIRST = re.compile(
    rf"(?P<word>{_WORDS_WITH_I})"
    "|(?P<group>我们俩|咱们俩|我俩|咱俩|我们仨|我们|咱们)|(?P<one>我|俺|本人(?!口)|咱(?!们))"
    "|(?P<you>你们|您们|你|您)"
)
_OUR_THINGS = re.compile(
    "的|楼[上下]|那个?年代|那会儿?|[这那]一?代|家|公司|单位|学校|班|组|厂|村|部门|团队|小区|宿舍|办公室|店|老家|这边|这儿|那边|那儿|城市"
    f"|县|镇|{_KIN_NAMES}"
)
_A_NAME = re.compile("名(?!叫|为|字|[列落])")
_BOTH = {"我们俩": "用户两人", "咱们俩": "用户两人", "我俩": "用户两人", "咱俩": "用户两人"}

_DIGIT = "[0-9一二三四五六七八九十两半几]"
_TIME = re.compile(
    r"(?:(?:大?[前后]天|[今明昨][天日早晚年]|[去前后]年|大前年|(?:上上|下下|上|下|这|本)个?(?:周末?"
    r"|星期|礼拜|月)[一二三四五六日天]?|(?:每个?)?(?:周|星期|礼拜)[一二三四五六日天末]"
    r"|每[天周年月日晚]"
    rf"|{_DIGIT}{{1,4}}年|{_DIGIT}{{1,3}}月份?|{_DIGIT}{{1,3}}[号日]|{_DIGIT}{{1,3}}个?(?:天|周"
    r"|星期|月|年)(?:前|后|之前|之后|以后|以前)?"
    rf"|{_DIGIT}{{1,3}}点(?:半|{_DIGIT}{{1,3}}分?)?|[早中晚]上|中午|上午|下午|傍晚|凌晨|夜里|半夜"
    r"|月[底初]|年[底初后前]|[春夏秋冬]天|暑假|寒假|国庆|五一|春节|元旦|过年|周末|平时|平常|最近"
    r"|现在|目前|以前"
    r"|以后|从前|往后|今后|小时候|小学|初中|高中|大学|当时|后来|刚刚|刚才|前阵子|前段时间|这段时间"
    r"|这阵子|这几[天年]|这两[天年]|有时候?|下次|的时候|时候?|前|后|的|左右|，|,)+)"
)
_STARTS = re.compile(
    "(?!来[嘛吧我这]|看[这那\\[【]|走吧|不对(?:[，,！!。…]|$)|[不没][要用是了]?[，,]|收到|还有|要说|会议|能量|要不是|要是|爱情|到处|到底|从来没人|是不是|有没有|有人|有些人|有的人|开心果"
    "|看来"
    "|听说过吗|当然|用户|打工人都|来源|在线|还款|过敏源|最新|就算|就业|不管|不论|不过|不仅|不如"
    "|不然|每个人|都市|对方|对面|和平|为什么|为啥|用法|特殊|很多人|跑步机|教练|教授|学生|学费|租客"
    "|租金|住院部|开关|读者|写字楼|想象|约定俗成|生活|生态|还有人|没人|没有人|别人|特别提醒"
    "|面[包条膜粉积]|花[生园椒开茶]|生[菜姜物]|飞机|信[号息用]|种[类子]|收入|交通|打印机|开发商"
    "|管[理道]|办[法公]|学[校历院]|看法|想法|做法|用处|教育|会计|约会软件|买家|卖家|常州|爱尔兰)"
    "(?:[0-9一二三四五六七八九十]{1,3}岁(?!的)|不|没|未|喜欢|爱|讨厌|烦|受不了|害怕|怕|恨|想|要|会|能|得|该|敢|肯|打算|准备|计划|决定|希望"
    "|盼|住|搬|去|来|回|到|在|是|有|做|干|当|养|买|卖|换|提了|开|坐|骑|吃|喝|抽|学|教|读|考|报|参加"
    "|加入|刚|已经|正|一直|一向|从小|从|跟|和|给|把|被|让|对|为|用|玩|打|跑|爬|看|听|写|画|唱|弹"
    "|结婚|结了婚|离婚|离了婚|怀孕|怀了|毕业|退休|辞职|辞了|离职|入职|上班|下班|戒|过敏|属|姓|叫"
    "|单身|独生|生|出生|租|还|每|天天|经常|总|常|偶尔|特别|最|很|挺|非常|超|只|就|终于|快|马上|又"
    "|也|都|必须|应该|可能|大概|约|订|预约|签|搞|弄|患|割过|找|带|送|接|陪|照顾|拿|收|丢|失|破|摔"
    "|受|得了|睡|起|醒|健身|游泳|旅游|出差|留学|移民|定居|入籍|实习|面|投|申请|通过|拿到|考上|升|转"
    "|调|负责|管|熬|坚持|习惯|擅长|精通|懂|知道|认识|相信|信|近视|远视|色盲|色弱|恐高|晕车|晕船"
    "|失眠|左撇子|老家|出来|回来|回去|试过|种|盖|修|装修|创业|炒股|攒|存|欠|花|赚|挣|交|办|拆|住院"
    "|体检|复查|复诊|手术|飞|请假|请了|迷上|领养|抱回|抱了)"
)
# In its first clause the user is there already, and not as an object: 喝咖啡我就睡不着.
_HAS_SUBJECT = re.compile("[^，,]*(?<![给跟对让教把叫帮陪和比被向问找为替])用户(?!的)")
_CONDITION = re.compile(
    "要不是|如果|要是|因为|由于|虽然|尽管|既然|只要|除非|当|自从|等|假如|万一|除了|对于|关于"
)

_CALL = re.compile(
    "(?:请|麻烦|你?可以|你就?|就|以后请?|往后|今后|平时|)*?(?:叫|喊|称呼)(?:我|俺)(?:作|做"
    "|为)?"
    "(?P<name>[^，,。！!？?；;、\\s我你]{1,12}?)(?P<end>就(?:行|好|可以|成)了?|好了|吧|呗|哈|啊|哦"
    "|就是了)?(?P<rest>(?:[，,；;].*)?)$",
    re.DOTALL,
)
_LATER = re.compile("以后|往后|今后|平时")
_PLEASE = re.compile(
    "(?:请|麻烦你?|拜托你?|劳驾)(?!假|客|问|教|了|到|过|的|他|她|人|我吃|阿姨|保姆|律师|医生|师傅"
    "|帖|柬)[，,]?(?:你|您)?"
)
_FROM_NOW = "(?:以后|往后|今后|从现在(?:开始|起)|下次|从今天起|平时)"
_TO_ME = (
    "(?:回答|回复|说话|讲话|聊天|解释|翻译|称呼|跟我(?:说话|讲话|聊天|说)|给我|陪我|帮我|用|少|多"
    "|简短|简单|直接)"
)
_ORDER = re.compile(
    f"(?:你|您)?(?:{_FROM_NOW}[，,]?)?(?:你|您)?(?:都|就|最好|尽量|记得|千万)?"
    "(?:别(?!人|的|墅|动队|名|扭)|不要(?!孩子|小孩|二胎|脸|彩礼|[，,。])|不许|不准|甭)"
    f"|(?:(?:你|您){_FROM_NOW}|{_FROM_NOW}[，,]?(?:你|您)|(?:你|您))(?:都|就|最好|尽量|可以"
    f"|能不能)?{_TO_ME}|{_FROM_NOW}[，,]?(?:都|就|最好|尽量)?(?:回答|回复|跟我(?:说话|讲话|聊天)"
    f"|给我|陪我|提醒我)"
    "|跟我(?:说话|讲话|聊天)|(?:回答|回复|说话|解释|称呼)[^，。]{0,8}(?:点|些|用|简|短)"
    f"|(?:帮我|给我|陪我|记得提醒我|提醒我)(?!{_KIN_NAMES}|[妈爸哥姐弟妹叔舅姨姑的])"
    "|(?:你|您)?(?:能不能|可不可以|可否|能否)(?:别|说|讲|回|答|写|再|帮|给我|简|慢|详|提醒)"
)
_QUESTION = re.compile(
    "[吗么][？?]?$|[？?]$|什么|怎么|怎样|如何|哪[个种里儿些款家位]?|多少|几[个种点]|为什么|为啥|谁"
    "|啥|有没有|能不能|是不是|可不可以|要不要|会不会|行不行|好不好|推荐"
)
_CLAUSE = re.compile("(?<=[，,；;])")


# What somebody says to the speaker, without marks around it: 他说不一样，爸，我这个是造的.
_DIRECT = re.compile(
    "[他她][^，,。]{0,6}[说问喊讲][^。]{0,8}[，,](?:爸爸?|妈妈?|爷爷|奶奶|姥姥|姥爷|老师|哥|姐)[，,以你我]"
)
_LINK = re.compile("^(?:就是|对了|反正)(?=[^，,。是]{2})")


def turned(text: str) -> str | None:
    """What a Chinese text says about the user; None if it says nothing in the first person."""
    parts: list[str] = []
    changed = False
    for match in _SENTENCE.finditer(text):
        body, asks = match[0].rstrip(_ENDS), bool(re.search("[？?]", match[0]))
        body = _TAG.sub("", _FILLER.sub("", body, count=1) if _FILLER.match(body) else body)
        if not body.strip("？?，, ") or _ONLY_GREETING.fullmatch(body):
            continue
        done, here = _sentence(body, asks=asks, first=not parts)
        parts.append(done)
        changed = changed or here
    return "".join(parts) if changed else None


def closed(text: str) -> str:
    """The text with a full stop behind it."""
    text = text.rstrip(_ENDS)
    return f"{text}。"


def _sentence(body: str, *, asks: bool, first: bool) -> tuple[str, bool]:
    if asks or body[-1] in "吗么？?":
        return _question(body, first=first)
    said, changed = _statement(body, first=first)
    return closed(said), changed


def _question(body: str, *, first: bool) -> tuple[str, bool]:
    """The facts that a question brings along as a statement, the question itself quoted."""
    clauses = _CLAUSE.split(body)
    at = next((i for i, c in enumerate(clauses) if _QUESTION.search(c)), 0)
    known, asked = "".join(clauses[:at]), "".join(clauses[at:])
    mark = "" if asked.endswith(("？", "?", "吗", "么")) else "？"
    question = f"用户问：“{asked}{mark}”"
    if _PLEASE.match(body) or _is_order(body):
        return closed(_statement(body.rstrip("？?吗么"), first=first)[0]), True
    if not known:
        return closed(question), True
    said, _ = _statement(known.rstrip(_ENDS), first=first)
    return f"{closed(said)}{closed(question)}", True


def _statement(body: str, *, first: bool) -> tuple[str, bool]:
    if said := _wish(body):
        return said, True
    if _DIRECT.search(body):
        return body, False
    body = _LINK.sub("", body)
    said = _FIRST.sub(_about_the_user, body)
    said = _DOUBLED.sub(r"的\1\1", said)
    said = _WHOSE.sub("的", said)
    if first and not said.startswith("用户"):
        said = _with_subject(said)
    return said, said != body


def _wish(body: str) -> str | None:
    """What the user wants the assistant to do, if the words are a request."""
    if call := _CALL.match(body):
        later = _LATER.match(body)
        rest = _FIRST.sub(_about_the_user, call["rest"])
        return f"用户希望{later[0] if later else ''}被称为{call['name']}{rest}"
    if please := _PLEASE.match(body):
        rest = body[please.end() :]
    elif _is_order(body):
        rest = re.sub("^(?:你|您)(?=.)|^((?:以后|往后|今后|平时|下次)[，,]?)(?:你|您)", r"\1", body)
        rest = re.sub("^(?:能不能|可不可以|可否|能否)", "", rest)
    else:
        return None
    return f"用户希望助手{_FIRST.sub(_about_the_user, rest)}" if rest else None


def _is_order(body: str) -> bool:
    order = _ORDER.match(body)
    if order:
        # 给我买了 tells what has happened; 别这么叫了 asks for it all the same.
        return bool(re.search("别|不[要许准]|甭", order[0])) or not re.match(
            "[^，,。]*[了过]", body
        )
    time = _TIME.match(body)
    return bool(time) and re.compile("(?:记得)?提醒我").match(body, time.end()) is not None


def _about_the_user(match: re.Match[str]) -> str:
    text, end = match.string, match.end()
    if match["word"]:
        return match[0]
    if match["you"]:
        return "助手"
    if match["group"]:
        if _OUR_THINGS.match(text, end):
            return "用户"
        return _BOTH.get(match[0], "用户三人" if match[0] == "我们仨" else "用户等人")
    if _A_NAME.match(text, end):
        return "用户的"  # 报我名 is not about a 用户名
    return "，用户" if text[: match.start()].endswith(("这个", "那个")) else "用户"


_TO_YOU = re.compile("[^，,。]{0,4}别(?![人的墅扭名])")
"""打完别走: who is told not to is somebody else."""


def _with_subject(said: str) -> str:
    """The sentence with the subject that Chinese leaves out when it is the speaker."""
    if _KIN.match(said) and not _ANYBODYS.match(said):
        return f"用户的{said}"
    if _OWN.match(said):
        return f"用户{said}"
    if _BEING.match(said):
        return f"用户是{said}"
    if _CONDITION.match(said) or _TO_YOU.match(said):
        return said
    time = _TIME.match(said)
    at = time.end() if time else 0
    if _HAS_SUBJECT.match(said):
        return said
    if at and _KIN.match(said, at) and not _ANYBODYS.match(said, at):
        return f"{said[:at]}用户的{said[at:]}"
    return f"用户{said}" if _STARTS.match(said, at) or (at and at == len(said)) else said
